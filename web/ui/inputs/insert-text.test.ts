// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { insertText } from './insert-text.ts';

const aField = (): HTMLTextAreaElement => {
  const field = document.createElement('textarea');
  document.body.append(field);
  onTestFinished(() => field.remove());
  field.value = 'Profit is not cash';
  field.setSelectionRange(10, 13);
  return field;
};

test('a text is inserted as typing would, so that the browser can undo it', () => {
  const field = aField();
  const command = vi.fn<typeof document.execCommand>(() => true);
  Object.assign(document, { execCommand: command });
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  insertText(field, '**not**', [2, 5]);
  expect(command.mock.calls).toEqual([['insertText', false, '**not**']]);
  expect(document.activeElement).toBe(field);
});

test('where the browser has no such command, the field reports the text, and its part is selected', () => {
  const field = aField();
  const typed: string[] = [];
  field.addEventListener('input', () => typed.push(field.value));
  insertText(field, '**not**', [2, 5]);
  expect(typed).toEqual(['Profit is **not** cash']);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('not');
});
