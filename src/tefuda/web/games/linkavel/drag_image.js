import { h } from "../../frame/dom.js";

/**
 * Create the copy of a card that follows the pointer. It lies in a frame of the card's size, since card sizes depend
 * on their container.
 * @param {HTMLElement} spot
 * @param {HTMLElement} root
 */
export function createDragImage(spot, root) {
  const card = spot.querySelector(".lv-mini") ?? spot;
  const [box, frame] = [card.getBoundingClientRect(), root.getBoundingClientRect()];
  const style = {
    left: `${box.left - frame.left}px`,
    top: `${box.top - frame.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  };
  const image = h("div", { class: "lv-ghost", style }, /** @type {HTMLElement} */ (card.cloneNode(true)));
  root.append(image);
  return image;
}
