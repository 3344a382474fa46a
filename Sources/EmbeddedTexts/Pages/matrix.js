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
