extension HTMLPage {
  /// The style sheet of a matrix.
  static let matrixStyle: StaticString = """
    body { max-width: 90rem }
    .columns { margin: 0.6rem 0 }
    .columns li { overflow-wrap: anywhere }
    .note { color: var(--faint); font-size: 0.87rem }
    .key { color: var(--c); white-space: nowrap; margin-right: 0.6rem }
    .key b { display: inline-block; min-width: 1em; text-align: center }
    .scroller { overflow: auto; width: fit-content; max-width: 100%; max-height: 92vh; border: 1px solid var(--rule) }
    .matrix { border-collapse: separate; border-spacing: 0; font-size: 0.87rem }
    .matrix th, .matrix td { padding: 0.1rem 0.3rem; border-bottom: 1px solid var(--rule) }
    .matrix thead th { position: sticky; top: 0; z-index: 2; background: var(--paper); vertical-align: bottom; font-weight: normal }
    .matrix thead th + th { text-align: center }
    .matrix thead span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; padding-bottom: 0.3rem }
    .matrix th:first-child {
      position: sticky; left: 0; z-index: 1; background: var(--paper); width: 24rem; max-width: 46vw;
      overflow-wrap: anywhere; font-weight: normal; font-family: ui-monospace, monospace;
    }
    .matrix thead th:first-child { z-index: 3 }
    .matrix .head th { font: 600 1rem system-ui, sans-serif; padding-top: 0.7rem; max-width: none }
    .matrix td { text-align: center; min-width: 1.9rem; color: var(--c); font-weight: 600 }
    .matrix td.fail, .matrix td.broken, .matrix td.error, .matrix td.flaky {
      background: color-mix(in srgb, var(--c) 20%, var(--paper));
    }
    .matrix td.skipped, .matrix td.unoffered { font-weight: normal }
    .matrix td a { color: inherit; text-decoration: none; display: block }
    .matrix tr:hover th, .matrix tr:hover td { background-color: var(--soft) }
    .detail { border-bottom: 1px solid var(--rule); padding: 0.4rem 0 }
    .detail:target, .detail li:target, .detail.revealed, .detail li.revealed { background: var(--soft) }
    .evidence { margin: 0.2rem 0 0.5rem }
    .evidence pre { font-size: 0.82rem }
    .totals td small { display: block; line-height: 1.1 }
    .totals td { vertical-align: top }
    .totals td.fail::before { content: "\\2717 " } .totals td.warn::before { content: "! " }
    .totals td.pass::before { content: "\\2713 " }
    .detail h3 { font: 600 0.9rem ui-monospace, monospace; margin: 0.2rem 0; overflow-wrap: anywhere }
    .detail ul { margin: 0.3rem 0; padding-left: 1.1rem }
    .detail li { overflow-wrap: anywhere }
    body:has(#problem:checked) .case:not(.problem), body:has(#differs:checked) .case:not(.differs) { display: none }
    @media (max-width: 45rem) {
      .matrix { font-size: 0.8rem }
      .matrix td { min-width: 1.6rem; padding: 0.1rem }
    }
    @page { size: landscape }
    @media print {
      .matrix td.fail, .matrix td.broken, .matrix td.error, .matrix td.flaky { background: none; outline: 2px solid currentColor; outline-offset: -2px }
      .matrix thead th, .matrix th:first-child { position: static }
      .matrix { font-size: 7pt }
      .totals { font-size: 6pt }
      .totals th, .totals td { padding: 0.1rem 0.2rem; white-space: normal }
      .scroller { border: 0 }
      .detail li { break-inside: avoid }
    }
    """

  /// The script of a matrix: what it filters and opens, and which columns it shows.
  static let matrixScript: StaticString = #"""
    {
      const [cases, bodies, details, boxes] = [".case", ".matrix tbody", ".detail", ".column"].map(selector => all(selector));
      const [problem, differs] = ["problem", "differs"].map(named);
      const name = one => one.closest("tbody").id + "/" + one.cells[0].textContent;
      const page = {
        items: cases,
        text: one => name(one) + " " + one.cells[0].title,
        isWanted: one => (!problem.checked || one.classList.contains("problem")) && (!differs.checked || one.classList.contains("differs")),
        show(visible) {
          const left = new Set(visible.map(one => one.parentElement));
          const names = new Set(visible.map(name));
          for (const body of bodies) body.hidden = !left.has(body);
          for (const one of details) one.hidden = !names.has(one.id);
          const hidden = new Set(boxes.filter(box => !box.checked).map(box => Number(box.value) + 1));
          for (const row of all(".matrix thead tr, .matrix .case"))
            for (const [index, cell] of [...row.cells].entries()) cell.hidden = hidden.has(index);
        },
        id: name,
        isStop: one => one.classList.contains("problem"),
        reveal(id) {
          const one = named(id);
          if (!one) return;
          const detail = one.closest(".detail");
          if (detail) detail.hidden = false;
          one.classList.add("revealed");
          for (const evidence of all(".evidence", one)) evidence.open = one !== detail;
          one.scrollIntoView();
        },
        conceal: id => named(id)?.classList.remove("revealed"),
      };
      filtering(page);
    }
    """#
}
