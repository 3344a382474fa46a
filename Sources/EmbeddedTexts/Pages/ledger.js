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
