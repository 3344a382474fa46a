extension HTMLPage {
  /// The style sheet of a report.
  static let reportStyle: StaticString = """
    .says { color: var(--faint); font-family: ui-monospace, monospace; font-size: 0.87rem; overflow-wrap: anywhere }
    .unmet { margin: 0.8rem 0 }
    .unmet summary { cursor: pointer }
    .unmet li { overflow-wrap: anywhere }
    .case { border-bottom: 1px solid var(--rule) }
    .case > summary {
      display: grid; grid-template-columns: 1rem 6.4rem minmax(0, 17rem) minmax(0, 1fr); gap: 0.1rem 0.6rem;
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
    .finding.should { border-color: var(--warn) } .finding.may { border-color: var(--skipped) }
    .finding dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.1rem 0.9rem; margin: 0.3rem 0 }
    .finding dt { color: var(--faint) }
    .finding dd { margin: 0; overflow-wrap: anywhere }
    .received { color: var(--fail); font-weight: 600 }
    .should .received { color: var(--warn) } .may .received { color: inherit }
    .reason { overflow-wrap: anywhere }
    .facts { list-style: none; display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; margin: 0.5rem 0; padding: 0; color: var(--faint); font-size: 0.87rem }
    .again { color: var(--faint) }
    .again::before { content: "$ "; user-select: none }
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
    body:has(#show-unsupported:not(:checked)) .case.unsupported:not(.better), body:has(#show-fail:not(:checked)) .case.fail,
    body:has(#show-skipped:not(:checked)) .case.skipped, body:has(#show-broken:not(:checked)) .case.broken,
    body:has(#show-flaky:not(:checked)) .case.flaky, body:has(#show-error:not(:checked)) .case.error,
    body:has(#show-known:not(:checked)) .case.known, body:has(#show-better:not(:checked)) .case.better { display: none }
    @media (max-width: 45rem) {
      h1 { font-size: 1.15rem }
      .case > summary { grid-template-columns: 0.8rem 5.6rem minmax(0, 1fr) }
      .title, .line { grid-column: 2 / -1 }
      .body { padding-left: 0 }
      .body table { font-size: 0.75rem }
      .body td, .body th { padding: 0.1rem 0.25rem }
      .time { width: 3.2rem }
    }
    """

  /// The script of a report: filters by words, opens what the address names, and puts what is opened into the address.
  static let reportScript: StaticString = #"""
    "use strict";
    {
      const all = selector => [...document.querySelectorAll(selector)];
      const [cases, groups, boxes] = [".case", ".group", ".tile input"].map(all);
      const named = id => document.getElementById(id);
      const [search, problems, open, shown] = ["search", "problems", "open", "shown"].map(named);
      const verdict = box => box.id.slice("show-".length);
      const texts = new Map(cases.map(one => [one, (one.querySelector(".body").id + " " + one.textContent).toLowerCase()]));
      const good = ["pass", "unsupported", "skipped", "known"];
      let visible = cases;

      const show = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const wanted = new Set(boxes.filter(box => box.checked).map(verdict));
        visible = [];
        for (const one of cases) {
          one.hidden = !words.every(word => texts.get(one).includes(word));
          const kinds = one.classList.contains("better") ? ["better"] : [...one.classList].slice(1);
          if (!one.hidden && kinds.every(kind => wanted.has(kind))) visible.push(one);
        }
        const left = new Set(visible.map(one => one.parentElement));
        for (const group of groups) group.hidden = !left.has(group);
        shown.textContent = visible.length === cases.length ? "" : `${visible.length} of ${cases.length} shown`;
        problems.textContent = boxes.some(box => box.checked && good.includes(verdict(box))) ? "Problems only" : "Everything";
      };
      const reveal = () => {
        const target = named(decodeURIComponent(location.hash.slice(1)));
        const one = target && target.closest(".case");
        if (!one) return;
        one.hidden = one.parentElement.hidden = false;
        one.open = true;
        one.scrollIntoView();
      };

      search.addEventListener("input", show);
      for (const box of boxes) box.addEventListener("change", show);
      problems.addEventListener("click", () => {
        const everything = problems.textContent === "Everything";
        for (const box of boxes) box.checked = everything || !good.includes(verdict(box));
        show();
      });
      open.addEventListener("click", () => {
        const isOpen = visible.length > 0 && visible.every(one => one.open);
        for (const one of visible) one.open = !isOpen;
      });
      for (const one of cases) one.querySelector("summary").addEventListener("click", () => {
        if (!one.open) history.replaceState(null, "", "#" + one.querySelector(".body").id);
      });
      document.addEventListener("keydown", event => {
        if (event.key !== "/" || event.target === search) return;
        event.preventDefault();
        search.focus();
      });
      addEventListener("hashchange", reveal);
      search.closest(".tools").hidden = false;
      show();
      reveal();
    }
    """#
}
