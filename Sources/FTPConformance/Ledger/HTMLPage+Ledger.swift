extension HTMLPage {
  /// The style sheet of a ledger.
  static let ledgerStyle: StaticString = """
    .tested { --c: var(--pass) } .shown { --c: var(--unsupported) } .waived { --c: var(--skipped) }
    .unaccounted { --c: var(--fail) }
    .rule { border-bottom: 1px solid var(--rule); padding: 0.5rem 0 }
    .rule p { overflow-wrap: anywhere }
    .rule:target { background: var(--soft) }
    .id { font-weight: 600 }
    .badge { color: var(--c); border: 1px solid var(--c); border-radius: 4px; font-size: 0.8rem; padding: 0 0.35rem }
    .kind { color: var(--faint); font-size: 0.87rem; white-space: nowrap }
    .rule dl { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0.1rem 0.6rem; margin: 0.2rem 0; font-size: 0.87rem }
    .rule dt { color: var(--faint) }
    .rule dd { margin: 0; overflow-wrap: anywhere }
    .rule dd code { margin-right: 0.8em; display: inline-block }
    body:has(#show-tested:not(:checked)) .rule.tested, body:has(#show-shown:not(:checked)) .rule.shown,
    body:has(#show-waived:not(:checked)) .rule.waived,
    body:has(#show-unaccounted:not(:checked)) .rule.unaccounted { display: none }
    """

  /// The script of a ledger: filters by words.
  static let ledgerScript: StaticString = #"""
    "use strict";
    {
      const all = selector => [...document.querySelectorAll(selector)];
      const [rules, groups, boxes] = [".rule", ".group", ".tile input"].map(all);
      const [search, shown] = ["search", "shown"].map(id => document.getElementById(id));
      const texts = new Map(rules.map(one => [one, one.textContent.toLowerCase()]));

      const show = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const wanted = new Set(boxes.filter(box => box.checked).map(box => box.id.slice("show-".length)));
        const visible = rules.filter(one => {
          one.hidden = !words.every(word => texts.get(one).includes(word));
          return !one.hidden && wanted.has(one.classList[1]);
        });
        const left = new Set(visible.map(one => one.parentElement));
        for (const group of groups) group.hidden = !left.has(group);
        shown.textContent = visible.length === rules.length ? "" : `${visible.length} of ${rules.length} shown`;
      };

      search.addEventListener("input", show);
      for (const box of boxes) box.addEventListener("change", show);
      for (const tools of all(".tools")) tools.hidden = false;
      show();
    }
    """#
}
