extension HTMLPage {
  /// The style sheet of a report.
  static let reportStyle: StaticString = """
    h1 small { font-weight: normal; font-size: 0.95rem; color: var(--faint); margin-left: 0.4em }
    .says { margin: 0; color: var(--faint); font-family: ui-monospace, monospace; font-size: 0.87rem; overflow-wrap: anywhere }
    .printed { display: none }
    .unmet { margin: 0.8rem 0 }
    .unmet summary { cursor: pointer }
    .unmet li { overflow-wrap: anywhere }
    .findings h2 { margin-top: 0.8rem }
    .harms { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; margin: 0.4rem 0; padding: 0; font-size: 1.05rem }
    .harms b { font-size: 1.3rem }
    .security, .data-loss, .wedge { color: var(--fail) } .interoperability { color: var(--warn) } .cosmetic { color: var(--faint) }
    b.harm { font-size: 0.8rem; border: 1px solid; border-radius: 4px; padding: 0 0.3rem }
    p.harm { font-weight: 600 }
    .bars { list-style: none; margin: 0.6rem 0; padding: 0; columns: 2 24rem; column-gap: 2rem; font-size: 0.87rem }
    .bars li { display: grid; grid-template-columns: 8rem minmax(0, 1fr) 8.5rem; gap: 0.6rem; align-items: center; break-inside: avoid }
    .bars svg { display: block; width: 100%; height: 0.7rem; border-radius: 3px; background: var(--soft) }
    .bars rect { fill: var(--c) }
    .excerpt { border-left: 3px solid var(--rule); padding-left: 0.7rem }
    .excerpt b { color: var(--fail) }
    .whole > summary { cursor: pointer; color: var(--faint); font-size: 0.87rem; margin-top: 0.5rem }
    tr.guilty td:not(.time) { color: var(--fail); font-weight: 700; outline: 1px solid var(--fail) }
    .case.same > summary { padding-left: 2rem; opacity: 0.8 }
    .above { font-size: 0.87rem; overflow-wrap: anywhere }
    .case { border-bottom: 1px solid var(--rule) }
    .case > summary {
      display: grid; grid-template-columns: 1rem 6.4rem minmax(0, 19rem) minmax(0, 1fr); gap: 0.1rem 0.6rem;
      align-items: baseline; padding: 0.3rem 0; cursor: pointer; list-style: none;
    }
    .case > summary::-webkit-details-marker { display: none }
    .case > summary::before { content: "\\25B8"; color: var(--faint) }
    .case[open] > summary::before { content: "\\25BE" }
    .badge {
      color: var(--c); border: 1px solid var(--c); border-radius: 4px; font-size: 0.8rem; line-height: 1.35;
      text-align: center; padding: 0 0.2rem;
    }
    .known > summary .line { color: var(--faint) }
    .better > summary .line, .verdict.better { color: var(--warn) }
    .listed, .faint { color: var(--faint); overflow-wrap: anywhere }
    .badge.fail, .badge.broken, .badge.error, .badge.flaky { background: var(--c); color: var(--paper) }
    .known > summary .badge { background: none; color: var(--c); border-style: dashed }
    .name { font-family: ui-monospace, monospace; font-size: 0.87rem; overflow-wrap: anywhere }
    .title { overflow-wrap: anywhere }
    .line { grid-column: 3 / -1; color: var(--c); overflow-wrap: anywhere; font-size: 0.9rem }
    .case[open] > summary .line { display: none }
    .body { padding: 0.2rem 0 1rem 1.6rem; scroll-margin-top: 5rem }
    .asked { margin: 0.3rem 0; padding-left: 1.1rem }
    .id { color: var(--faint); overflow-wrap: anywhere }
    .finding { border-left: 3px solid var(--fail); background: var(--soft); padding: 0.3rem 0.8rem; margin: 0.5rem 0 }
    .finding.should { border-color: var(--warn) } .finding.advice, .finding.may { border-color: var(--skipped) }
    .finding dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.1rem 0.9rem; margin: 0.3rem 0 }
    .finding dt { color: var(--faint) }
    .finding dd { margin: 0; overflow-wrap: anywhere }
    .received { color: var(--fail); font-weight: 600 }
    .should .received { color: var(--warn) } .may .received { color: inherit }
    .reason { overflow-wrap: anywhere }
    .facts { list-style: none; display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; margin: 0.5rem 0; padding: 0; color: var(--faint); font-size: 0.87rem }
    .body table { width: 100%; table-layout: fixed; margin-top: 0.8rem; font: 0.82rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace }
    caption { text-align: left; color: var(--faint); padding-bottom: 0.2rem; font: 0.87rem system-ui, sans-serif; overflow-wrap: anywhere }
    .body th { color: var(--faint); font: 0.8rem system-ui, sans-serif; border-bottom: 1px solid var(--rule) }
    .body td, .body th { vertical-align: top; padding: 0.1rem 0.4rem; white-space: pre-wrap; overflow-wrap: anywhere }
    .time { width: 4.6rem; text-align: right; color: var(--faint); font-variant-numeric: tabular-nums }
    .line2 td:nth-child(3), .line2 th:nth-child(3) { border-left: 1px solid var(--rule); width: 38% }
    td i { color: var(--faint); font-style: normal; user-select: none }
    tr.c td { background: var(--soft) }
    tr.d td { word-break: break-all }
    tr.m td { color: var(--faint) }
    tr.v td { color: var(--faint) }
    tr.v.bad td:not(.time) { color: var(--fail) }
    body:has(#show-pass:not(:checked)) .case.pass:not(.better), body:has(#show-warn:not(:checked)) .case.warn:not(.better),
    body:has(#show-unoffered:not(:checked)) .case.unoffered:not(.better), body:has(#show-fail:not(:checked)) .case.fail,
    body:has(#show-skipped:not(:checked)) .case.skipped, body:has(#show-broken:not(:checked)) .case.broken,
    body:has(#show-flaky:not(:checked)) .case.flaky, body:has(#show-error:not(:checked)) .case.error,
    body:has(#show-known:not(:checked)) .case.known, body:has(#show-better:not(:checked)) .case.better { display: none }
    .case.revealed { display: block !important }
    @media (max-width: 45rem) {
      h1 { font-size: 1.15rem }
      .case > summary { grid-template-columns: 0.8rem 5.6rem minmax(0, 1fr) }
      .title, .line { grid-column: 2 / -1 }
      .body { padding-left: 0 }
      .body table { font-size: 0.75rem }
      .body td, .body th { padding: 0.1rem 0.25rem }
      .time { width: 3.2rem }
    }
    @media print {
      .printed { display: block }
      .badge, .badge.fail, .badge.broken, .badge.error, .badge.flaky { background: none; color: #000000; border-color: #000000 }
      .badge.fail, .badge.broken, .badge.error, .badge.flaky { border-width: 2px; font-weight: 700 }
      .case[data-print]::details-content { content-visibility: visible; block-size: auto; height: auto }
      .case[data-print] > summary, .finding, .again { break-inside: avoid }
      .finding.must { border-left-style: double; border-left-width: 6px }
      .finding.may { border-left-style: dotted }
      .received, tr.v.bad td { font-weight: 700 }
      tr.c td { font-weight: 600 }
    }
    """

  /// The script of a report: what it filters, opens and sorts.
  static let reportScript: StaticString = #"""
    {
      const cases = all(".case");
      const groups = all(".group");
      const open = named("open");
      const sort = named("sort");
      const body = one => one.querySelector(".body");
      const owner = id => named(id)?.closest(".case");
      const places = new Map(cases.map((one, place) => [one, place]));
      const texts = all(".totals tbody th a").map(one => one.getAttribute("href").slice(1));
      const text = one => texts.indexOf(body(one).id.split("/")[0]);
      const orders = {
        "": (a, b) => places.get(a) - places.get(b),
        text: (a, b) => text(a) - text(b) || body(a).id.localeCompare(body(b).id, "en", { numeric: true }),
        time: (a, b) => b.dataset.time - a.dataset.time,
      };
      let order = "";

      const page = {
        items: cases,
        text: one => body(one).id + " " + one.textContent,
        isWanted(one) {
          const kinds = one.classList.contains("better") ? ["better"] : [...one.classList].slice(1);
          return kinds.every(kind => named("show-" + kind)?.checked ?? true);
        },
        show(visible) {
          const left = new Set(visible.map(one => one.parentElement));
          const isWhole = visible.length === cases.length;
          for (const group of groups) group.hidden = !left.has(group) && !isWhole;
          if (sort.value === order) return;
          order = sort.value;
          for (const group of groups) group.append(...all(".case", group).sort(orders[order]));
        },
        id: one => body(one).id,
        isStop: one => one.parentElement.id === "findings",
        reveal(id) {
          const one = owner(id);
          if (one) {
            one.hidden = one.parentElement.hidden = false;
            one.classList.add("revealed");
            one.open = true;
            one.querySelector("summary").focus({ preventScroll: true });
          }
          (one ?? named(id))?.scrollIntoView();
        },
        conceal(id) {
          const one = owner(id);
          if (!one) return;
          one.classList.remove("revealed");
          one.open = false;
        },
        copy: id => owner(id)?.querySelector("button.copy").click(),
      };
      filtering(page);

      open.addEventListener("click", () => {
        const stops = page.visible.filter(page.isStop);
        const isOpen = stops.length > 0 && stops.every(one => one.open);
        for (const one of stops) one.open = !isOpen;
      });
      for (const one of cases) one.querySelector("summary").addEventListener("click", () => {
        page.go(one.open ? "" : body(one).id, false);
      });
    }
    """#
}
