"use strict";
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const named = id => document.getElementById(id);

const decoded = text => { try { return decodeURIComponent(text); } catch { return text; } };

// The part after "#" says what is open and, after "?", how the page is filtered.
const address = {
  read() {
    const [id, ...rest] = location.hash.slice(1).split("?");
    return { id: decoded(id), query: new URLSearchParams(rest.join("?")) };
  },
  text(id, query) {
    const words = query.toString();
    return "#" + encodeURI(id) + (words ? "?" + words : "");
  },
  write(id, query, isStep) {
    const text = address.text(id, query);
    if (text === (location.hash || "#")) return;
    history[isStep ? "pushState" : "replaceState"](null, "", text);
  },
};

// A page with filters. The address determines what it shows, so that links can be shared and Back works.
//   items: the elements to filter; text(item): the text to search; show(items): updates the rest of the page
//   reveal(id): opens the element that the address names; returns whether it exists
const filtering = page => {
  const [search, shown] = ["search", "shown"].map(named);
  const boxes = all(".filters input[type=checkbox]");
  const initially = new Map(boxes.map(box => [box, box.checked]));
  const texts = new Map(page.items.map(one => [one, page.text(one).toLowerCase()]));
  let id = "";
  let isTyping = false;

  const query = () => {
    const query = new URLSearchParams();
    if (search.value.trim()) query.set("q", search.value.trim());
    const turned = boxes.filter(box => box.checked !== initially.get(box)).map(box => box.id.replace(/^show-/, ""));
    if (turned.length) query.set("toggled", turned.join(" "));
    for (const select of all(".tools select")) if (select.value !== select.options[0].value) query.set(select.id, select.value);
    return query;
  };
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const visible = page.items.filter(one => {
      one.hidden = !words.every(word => texts.get(one).includes(word));
      return !one.hidden && page.isWanted(one);
    });
    shown.textContent = visible.length === page.items.length ? "" : `${visible.length} of ${page.items.length} shown`;
    page.visible = visible;
    page.show(visible);
    tell();
  };
  const stops = () => page.visible.filter(page.isStop).map(page.id);
  const tell = () => {
    const ids = stops();
    named("place").textContent = ids.includes(id) ? `${ids.indexOf(id) + 1} of ${ids.length}` : "";
  };
  const apply = () => {
    const state = address.read();
    const turned = (state.query.get("toggled") ?? "").split(" ");
    search.value = state.query.get("q") ?? "";
    for (const box of boxes) box.checked = initially.get(box) !== turned.includes(box.id.replace(/^show-/, ""));
    for (const select of all(".tools select")) {
      select.value = state.query.get(select.id) ?? "";
      if (select.selectedIndex < 0) select.selectedIndex = 0;
    }
    show();
    if (id && id !== state.id) page.conceal(id);
    id = state.id;
    if (id) page.reveal(id);
    tell();
  };
  const changed = () => { isTyping = false; show(); address.write(id, query(), true); };

  page.go = (to, isShown = true) => {
    if (isShown && id && id !== to) page.conceal(id);
    id = to;
    if (to && isShown) page.reveal(to);
    address.write(id, query(), true);
    tell();
  };
  search.addEventListener("input", () => { show(); address.write(id, query(), !isTyping); isTyping = true; });
  search.addEventListener("blur", () => { isTyping = false; });
  for (const one of [...boxes, ...all(".tools select")]) one.addEventListener("change", changed);
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    page.go(decoded(link.getAttribute("href").slice(1)));
  });
  addEventListener("popstate", apply);
  addEventListener("hashchange", apply);
  document.addEventListener("keydown", event => {
    const isText = event.target.matches?.("input[type=search], select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && event.target === search) {
      search.value = "";
      search.blur();
      changed();
    } else if (isText) return;
    else if (event.key === "/") search.focus();
    else if ("nj".includes(event.key)) step(1);
    else if ("pk".includes(event.key)) step(-1);
    else if (event.key === "c") page.copy?.(id);
    else return;
    event.preventDefault();
  });
  const step = by => {
    const ids = stops();
    const place = ids.indexOf(id);
    const next = place < 0 ? (by > 0 ? 0 : ids.length - 1) : place + by;
    if (next < 0 || next >= ids.length) return;
    page.go(ids[next]);
  };
  for (const one of all(".tools, .keys")) one.hidden = false;
  apply();
};

const copy = async button => {
  const text = button.parentElement.querySelector("[data-copied]").textContent;
  let isDone = false;
  try { await navigator.clipboard.writeText(text); isDone = true; } catch {
    // A page that was not loaded over TLS has no clipboard, but it has this.
    const range = document.createRange();
    range.selectNodeContents(button.parentElement.querySelector("[data-copied]"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    isDone = document.execCommand("copy");
  }
  button.textContent = isDone ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
};
for (const button of all("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

// A click on a column head sorts: first the largest values, then the smallest, then the original order.
for (const table of all("table.sortable")) {
  const bodies = [...table.tBodies];
  const rows = new Map(bodies.map(body => [body, [...body.rows]]));
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell ? cell.dataset.value ?? cell.textContent.trim() : "";
    return text === "" ? -1 : isNaN(text) ? text : Number(text);
  };
  const compare = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
  for (const head of all("thead tr:last-child th", table)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    if (!button.textContent) button.textContent = head.dataset.name ?? "name";
    head.append(button);
    button.addEventListener("click", () => {
      const isName = head.cellIndex === 0;
      const order = { "": isName ? "ascending" : "descending", ascending: isName ? "descending" : "", descending: isName ? "" : "ascending" };
      const next = order[head.getAttribute("aria-sort") ?? ""];
      for (const other of all("th[aria-sort]", table)) other.removeAttribute("aria-sort");
      if (next) head.setAttribute("aria-sort", next);
      for (const body of bodies) {
        const sorted = rows.get(body).filter(row => !row.classList.contains("head"));
        const sign = next === "ascending" ? 1 : -1;
        if (next) sorted.sort((a, b) => sign * compare(value(a, head.cellIndex), value(b, head.cellIndex)));
        body.append(...sorted);
      }
    });
  }
}

// In print, all findings are open.
{
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details[data-print]:not([open])");
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
}
