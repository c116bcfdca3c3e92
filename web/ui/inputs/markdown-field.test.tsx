import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MarkdownField } from './markdown-field.tsx';

function Page() {
  const [text, setText] = useState('');
  return (
    <>
      <MarkdownField
        label="Text"
        values={[{ name: 'name', text: 'the reader' }]}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="button" onClick={() => setText('## Clay')}>
        Begin again
      </button>
    </>
  );
}

const marks = () =>
  [...document.querySelectorAll('.marked span')].map(({ className, textContent }) => [className, textContent]);

test('typing into a field whose value is a state keeps every letter, and marks what is Markdown', async () => {
  const person = userEvent.setup({ delay: null });
  render(<Page />);
  const field = screen.getByLabelText('Text');
  await person.type(field, 'नमस्ते {{name}, **glaze** and {{price}');
  expect(field).toHaveProperty('value', 'नमस्ते {name}, **glaze** and {price}');
  expect(marks()).toEqual([
    ['marked-value', '{name}'],
    ['marked-strong', '**glaze**'],
    ['marked-unknown', '{price}'],
  ]);
  expect(screen.getByRole('status').textContent).toBe('{price} is no value, and stays as written.');
  await person.click(screen.getByRole('button', { name: 'Begin again' }));
  expect(marks()).toEqual([['marked-strong', '## Clay']]);
});
