// Elements of the page.

/** The element with an id. */
export const $ = id => document.getElementById(id);

/** A new element with attributes, listeners (`onclick`) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** The figure of a kind of piece. Its drawing comes from the program. */
export function figure(kind) {
  const span = h("span", { class: `figure ${kind.side || "White"}`, "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 45 45" class="figure">${kind.figure}</svg>`;
  return span;
}

/** A picture of moves without its own style and background. */
export const plainPicture = svg =>
  svg.replace(/<style>[\s\S]*?<\/style>/, "").replace(/<rect class="paper"[^>]*>/, "");

/** Opens a dialog, unless it is open. */
export function openDialog(id) {
  if (!$(id).open) $(id).showModal();
}
