extension HTMLPage {
  /// The style that all pages share: colours for light and dark mode, type, tables, verdicts.
  static let baseStyle: StaticString = """
    :root {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1b1f24; --faint: #5c646e; --rule: #d6dbe1; --soft: #f3f5f7; --link: #0a58c2;
      --pass: #187433; --warn: #855a00; --fail: #c01427; --unoffered: #48629a; --skipped: #636b75;
      --broken: #a50f6b; --flaky: #6d35c4; --error: #a8430a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171b; --ink: #e3e7ec; --faint: #9aa4b0; --rule: #333a43; --soft: #1d2127; --link: #79b0ff;
        --pass: #57c479; --warn: #dfab3f; --fail: #ff7b80; --unoffered: #93aee6; --skipped: #9aa4b0;
        --broken: #f583c4; --flaky: #bd97ff; --error: #f79a5c;
      }
    }
    .pass { --c: var(--pass) } .warn { --c: var(--warn) } .fail { --c: var(--fail) }
    .unoffered { --c: var(--unoffered) } .skipped { --c: var(--skipped) } .broken { --c: var(--broken) }
    .flaky { --c: var(--flaky) } .error { --c: var(--error) }
    * { box-sizing: border-box }
    [hidden] { display: none !important }
    html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
    body {
      margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, sans-serif;
    }
    h1 { font-size: 1.4rem; line-height: 1.2; margin: 0.3rem 0; overflow-wrap: anywhere }
    h2 { font-size: 1.1rem; margin: 1.8rem 0 0.5rem }
    h2 small { color: var(--faint); font-weight: normal; font-size: 0.85rem; margin-left: 0.5em }
    p { margin: 0.3rem 0 }
    a { color: var(--link) }
    code, pre, .mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.92em }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.4rem 0 }
    .bad { color: var(--fail) } .good { color: var(--pass) }
    .verdict { font-size: 1.1rem; font-weight: 600 }
    .wide { overflow-x: auto }
    table { border-collapse: collapse }
    th { font-weight: 600; text-align: left }
    input, button, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--rule); border-radius: 6px; padding: 0.3rem 0.6rem }
    input[type=checkbox] { accent-color: var(--c, var(--link)); margin: 0; padding: 0 }
    button { cursor: pointer }
    button:hover, summary:hover { background: var(--soft) }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 1px }
    .tiles, .tools { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.6rem 0; align-items: center }
    .tile {
      display: inline-flex; gap: 0.4em; align-items: center; padding: 0.25rem 0.7rem; cursor: pointer;
      border: 1px solid var(--c, var(--rule)); border-radius: 99px; color: var(--c, inherit);
    }
    .tile:has(input:not(:checked)) { color: var(--faint); border-style: dashed }
    .tools input[type=search] { flex: 1 1 14rem; min-width: 0 }
    .tools output { color: var(--faint) }
    .totals th, .totals td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--rule) }
    .totals td, .totals thead th + th { text-align: right; font-variant-numeric: tabular-nums }
    .totals td[class] { color: var(--c); font-weight: 600 }
    .totals small { font-weight: normal; color: var(--faint) }
    .totals th { white-space: nowrap }
    .totals th:first-child { position: sticky; left: 0; background: var(--paper) }
    .totals thead th[colspan] { text-align: left }
    footer { margin-top: 2rem; padding-top: 0.6rem; border-top: 1px solid var(--rule); color: var(--faint); font-size: 0.87rem; overflow-wrap: anywhere }
    @media (max-width: 45rem) { .totals { font-size: 0.87rem } .totals th, .totals td { padding: 0.25rem 0.35rem } }
    .keys { color: var(--faint); font-size: 0.87rem }
    @media (hover: none) { .keys { display: none } }
    kbd { border: 1px solid var(--rule); border-radius: 4px; padding: 0 0.3em; font-size: 0.85em; background: var(--soft) }
    .again { display: flex; gap: 0.6rem; align-items: baseline; color: var(--faint) }
    .again pre { flex: 0 1 auto; min-width: 0 }
    .again pre::before { content: "$ "; user-select: none }
    .copy { flex: none; font-size: 0.8rem; padding: 0 0.5rem }
    th .sort { background: none; border: 0; padding: 0; font: inherit; color: inherit; text-align: inherit }
    th .sort:hover { text-decoration: underline; background: none }
    th .sort::after { content: " \\2195"; color: var(--faint); font-weight: normal }
    th[aria-sort=ascending] .sort::after { content: " \\2191"; color: inherit }
    th[aria-sort=descending] .sort::after { content: " \\2193"; color: inherit }
    @media print {
      :root {
        color-scheme: light;
        --paper: #ffffff; --ink: #000000; --faint: #444444; --rule: #999999; --soft: #ffffff; --link: #000000;
        --pass: #187433; --warn: #855a00; --fail: #c01427; --unoffered: #48629a; --skipped: #636b75;
        --broken: #a50f6b; --flaky: #6d35c4; --error: #a8430a;
      }
      body { max-width: none; padding: 0; font-size: 10pt }
      .filters, .copy { display: none }
      .wide, .scroller { overflow: visible !important; max-height: none !important }
      th .sort::after { content: "" !important }
    }
    """
}
