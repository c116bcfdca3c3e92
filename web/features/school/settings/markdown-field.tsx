import { Bold, Heading, Italic, Link2, List, ListOrdered } from 'lucide-react';
import { type ComponentProps, type RefCallback, useRef } from 'react';
import type { EditedSitePage } from '#contract/site-pages.ts';
import { TextArea } from '#web/ui/forms/fields.tsx';

const tools = [
  { name: 'Heading', icon: Heading, before: '## ', after: '' },
  { name: 'Bold', icon: Bold, before: '**', after: '**' },
  { name: 'Italic', icon: Italic, before: '*', after: '*' },
  { name: 'List', icon: List, before: '- ', after: '' },
  { name: 'Numbered list', icon: ListOrdered, before: '1. ', after: '' },
  { name: 'Link', icon: Link2, before: '[', after: '](https://)' },
] as const;

interface MarkdownFieldProps extends ComponentProps<typeof TextArea> {
  ref?: RefCallback<HTMLTextAreaElement>;
  /** Texts that the Value menu inserts by name. */
  values: EditedSitePage['values'];
  onInsert: (text: string) => void;
}

/** A text area for Markdown, with buttons for those who do not know its marks. */
export function MarkdownField({ values, onInsert, ref, ...area }: MarkdownFieldProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const surround = (before: string, after: string): void => {
    const { current } = element;
    if (!current) return;
    const { selectionStart: start, selectionEnd: end, value } = current;
    onInsert(`${value.slice(0, start)}${before}${value.slice(start, end)}${after}${value.slice(end)}`);
    current.focus();
    // The value is replaced with the next render.
    requestAnimationFrame(() => current.setSelectionRange(start + before.length, end + before.length));
  };
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-1">
        {tools.map(({ name, icon: Icon, before, after }) => (
          <button
            key={name}
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={name}
            title={name}
            onClick={() => surround(before, after)}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        ))}
        <select
          aria-label="Insert a value"
          className="select w-auto max-w-full grow"
          value=""
          onChange={({ target }) => surround(`{${target.value}}`, '')}
        >
          <option value="" disabled>
            {'{ } Value'}
          </option>
          {values.map(({ name, text }) => (
            <option key={name} value={name}>
              {`${name}: ${text.slice(0, 40) || 'not set'}`}
            </option>
          ))}
        </select>
      </div>
      <TextArea
        {...area}
        rows={18}
        className="font-mono text-sm!"
        ref={(node) => {
          element.current = node;
          return ref?.(node);
        }}
      />
    </div>
  );
}
