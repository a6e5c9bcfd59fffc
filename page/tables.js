"use strict";
// Tables of cells: sorted by any column, filtered by timer, interval and load. What they show is there without this.

/** An element with attributes and children; text children are text, never markup. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What a cell of a table is sorted by: its number where it has one, else its words; what is unknown comes last. */
function sortKey(cell) {
  if (!("value" in cell.dataset)) return cell.textContent.trim();
  return cell.dataset.value === "" ? NaN : Number(cell.dataset.value);
}

function compareKeys(left, right) {
  if (typeof left === "string") return left.localeCompare(right, "en", { numeric: true });
  return left - right;
}

function makeSortable(table) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (!body.rows[0] || body.rows[0].cells[column].querySelector(".bar")) return;
    const button = make("button", { type: "button" }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const falls = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", falls ? "descending" : "ascending");
      const rows = [...body.rows].map((row, place) => ({ row, place, key: sortKey(row.cells[column]) }));
      rows.sort((a, b) => {
        const [first, second] = [Number.isNaN(a.key), Number.isNaN(b.key)];
        if (first || second) return first - second || a.place - b.place;
        return (falls ? -1 : 1) * compareKeys(a.key, b.key) || a.place - b.place;
      });
      body.append(...rows.map((entry) => entry.row));
    });
  });
}

function makeFilterable(table, number) {
  const rows = [...table.tBodies[0].rows];
  const count = make("output", {}, "");
  const choices = ["timer", "interval", "load"].map((fact) => {
    const values = [...new Set(rows.map((row) => row.dataset[fact]))];
    const select = make("select", { id: `filter-${number}-${fact}` }, make("option", { value: "" }, "all"));
    for (const value of values) select.append(make("option", { value: "=" + value }, value));
    return { fact, values, select };
  });
  const shown = choices.filter((choice) => choice.values.length > 1);
  if (shown.length === 0) return;
  const update = () => {
    let visible = 0;
    for (const row of rows) {
      row.hidden = shown.some(({ fact, select }) => select.value !== "" && select.value !== "=" + row.dataset[fact]);
      visible += row.hidden ? 0 : 1;
    }
    count.textContent = visible === rows.length ? `${visible} rows` : `${visible} of ${rows.length} rows`;
  };
  const form = make("form", { class: "filters", "aria-label": "Which rows are shown" });
  for (const { fact, select } of shown) {
    select.addEventListener("change", update);
    form.append(make("label", { for: select.id }, fact + " ", select));
  }
  form.append(count);
  form.addEventListener("submit", (event) => event.preventDefault());
  table.closest(".scroll").before(form);
  update();
}
