/**
 * Replaces the selection of a field as typing does: the browser can undo it, and the field reports it. The text stays where it
 * is put; `selected` is the part of it that is selected then, by default none, at its end.
 */
export const insertText = (
  field: HTMLTextAreaElement | HTMLInputElement,
  text: string,
  selected: [from: number, to: number] = [text.length, text.length],
): void => {
  const start = field.selectionStart ?? field.value.length;
  field.focus();
  // The only way into the history of a field, in every browser.
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(start + selected[0], start + selected[1]);
};
