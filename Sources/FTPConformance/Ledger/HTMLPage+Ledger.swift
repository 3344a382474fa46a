extension HTMLPage {
  /// The style sheet of a ledger.
  static let ledgerStyle: StaticString = """
    .tested { --c: var(--pass) } .shown { --c: var(--unsupported) } .waived { --c: var(--skipped) }
    .unaccounted { --c: var(--fail) }
    .rule { border-bottom: 1px solid var(--rule); padding: 0.5rem 0 }
    .rule p { overflow-wrap: anywhere }
    .rule:target, .rule.revealed { background: var(--soft) }
    .rule.revealed { display: block !important }
    .id { font-weight: 600 }
    .rule p > a:first-child { color: inherit; text-decoration: none }
    .rule p > a:first-child:hover { text-decoration: underline }
    .badge { color: var(--c); border: 1px solid var(--c); border-radius: 4px; font-size: 0.8rem; padding: 0 0.35rem }
    .kind { color: var(--faint); font-size: 0.87rem; overflow-wrap: anywhere }
    .rule dl { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0.1rem 0.6rem; margin: 0.2rem 0; font-size: 0.87rem }
    .rule dt { color: var(--faint) }
    .rule dd { margin: 0; overflow-wrap: anywhere }
    .rule dd code { margin-right: 0.8em; display: inline-block }
    @media print { .rule { break-inside: avoid } .badge { font-weight: 700; border-color: #000000; color: #000000 } }
    body:has(#show-tested:not(:checked)) .rule.tested, body:has(#show-shown:not(:checked)) .rule.shown,
    body:has(#show-waived:not(:checked)) .rule.waived,
    body:has(#show-unaccounted:not(:checked)) .rule.unaccounted { display: none }
    """

  /// The script of a ledger: what it filters.
  static let ledgerScript: StaticString = #"""
    {
      const groups = all(".group");
      const page = {
        items: all(".rule"),
        text: one => one.textContent,
        isWanted: one => named("show-" + one.classList[1])?.checked ?? true,
        show(visible) {
          const left = new Set(visible.map(one => one.parentElement));
          for (const group of groups) group.hidden = !left.has(group);
        },
        id: one => one.id,
        isStop: () => true,
        reveal(id) {
          const one = named(id);
          if (!one) return;
          one.hidden = one.parentElement.hidden = false;
          one.classList.add("revealed");
          one.scrollIntoView();
        },
        conceal: id => named(id)?.classList.remove("revealed"),
      };
      filtering(page);
    }
    """#
}
