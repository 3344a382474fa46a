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
