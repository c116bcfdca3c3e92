import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Bold, Heading, Image, Italic, Link2, List, ListOrdered, Quote } from 'lucide-react';
import { type ComponentProps, type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { listOf } from '#contract/format.ts';
import { unknownValues } from '#contract/text-values.ts';
import { Field, type TextArea } from '#web/ui/forms/fields.tsx';
import { THUMBNAIL_ACCEPT } from './file-drop.tsx';
import { insertText } from './insert-text.ts';
import { MarkedText } from './marked-text.tsx';
import { markdownOf, takenFrom } from './take-paste.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const tools = [
  { name: msg`Heading`, icon: Heading, before: '## ', after: '' },
  { name: msg`Bold`, icon: Bold, before: '**', after: '**' },
  { name: msg`Italic`, icon: Italic, before: '*', after: '*' },
  { name: msg`List`, icon: List, before: '- ', after: '' },
  { name: msg`Numbered list`, icon: ListOrdered, before: '1. ', after: '' },
  { name: msg`Quote`, icon: Quote, before: '> ', after: '' },
  { name: msg`Link`, icon: Link2, before: '[', after: '](https://)' },
] as const;

interface MarkdownFieldProps extends ComponentProps<typeof TextArea> {
  ref?: RefCallback<HTMLTextAreaElement>;
  /** Texts that the Value menu inserts by name; other names in braces are marked. */
  values?: readonly { name: string; text: string }[];
  /** Otherwise other names stay as written. */
  refusesUnknown?: boolean;
  /** Stores an image that was chosen, dropped or pasted, and returns its Markdown; undefined when that failed. */
  addImage?: (image: File) => Promise<string | undefined>;
}

const Unknown = ({ names, isRefused }: { names: readonly string[]; isRefused: boolean }) => {
  const locale = useLocale();
  if (names.length === 0) return null;
  const list = listOf(
    names.map((name) => `{${name}}`),
    locale,
  );
  const { length: count } = names;
  return (
    <output className="mt-1.5 block text-sm text-warning">
      {isRefused ? (
        <Plural value={count} one={`${list} is no value here.`} other={`${list} are no values here.`} />
      ) : (
        <Plural
          value={count}
          one={`${list} is no value, and stays as written.`}
          other={`${list} are no values, and stay as written.`}
        />
      )}
    </output>
  );
};

/** A text area for Markdown, with buttons for those who do not know its marks. What is pasted keeps its form. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { label, error, hint, aside, values, refusesUnknown = false, addImage, ref, rows = 18, ...area } = props;
  const language = useLanguage();
  const element = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const readText = (): void => setText(element.current?.value ?? '');
  // A form may change the field without an event, and renders then.
  useLayoutEffect(readText);
  /** Scrolls the marks with the text; they may be drawn after it has scrolled. */
  const follow = useCallback(() => {
    if (behind.current && element.current) behind.current.scrollTop = element.current.scrollTop;
  }, []);
  const names = values?.map(({ name }) => name);
  const surround = (before: string, after: string): void => {
    const { current } = element;
    if (!current) return;
    const { selectionStart: start, selectionEnd: end, value } = current;
    const marked = value.slice(start, end);
    insertText(current, `${before}${marked}${after}`, [before.length, before.length + marked.length]);
  };
  /** One after another, where the cursor is then. */
  const insertImages = async (images: readonly File[]): Promise<void> => {
    for (const image of images) {
      const markdown = await addImage?.(image);
      if (markdown !== undefined) surround(`\n\n${markdown}\n\n`, '');
    }
  };
  const take = (event: { preventDefault: () => void }, transfer: DataTransfer): void => {
    const taken = takenFrom(transfer, addImage !== undefined);
    if (!taken) return;
    event.preventDefault();
    if (taken.html === '') void insertImages(taken.images);
    else
      void markdownOf(taken, addImage, language).then(
        (markdown) => element.current && insertText(element.current, markdown),
      );
  };
  return (
    <div data-editor="">
      <Field {...{ label, error, hint, aside }}>
        {(described) => (
          <>
            <Toolbar
              onMark={surround}
              onImages={addImage && ((images) => void insertImages(images))}
              values={values ?? []}
            />
            <div className="marked" onInput={readText}>
              <div
                ref={behind}
                dir="auto"
                aria-hidden="true"
                className="textarea border-transparent! text-transparent!"
              >
                <MarkedText text={text} names={names} onDrawn={follow} />
              </div>
              <textarea
                dir="auto"
                {...area}
                {...described}
                rows={rows}
                className="textarea bg-transparent!"
                onScroll={follow}
                onDragOver={(event) => addImage && event.dataTransfer.types.includes('Files') && event.preventDefault()}
                onDrop={(event) => take(event, event.dataTransfer)}
                onPaste={(event) => take(event, event.clipboardData)}
                ref={(node) => {
                  element.current = node;
                  return ref?.(node);
                }}
              />
            </div>
            <Unknown names={names ? unknownValues(text, names) : []} isRefused={refusesUnknown} />
          </>
        )}
      </Field>
    </div>
  );
}

interface ToolbarProps {
  onMark: (before: string, after: string) => void;
  onImages: ((images: File[]) => void) | undefined;
  values: NonNullable<MarkdownFieldProps['values']>;
}

const Toolbar = ({ onMark, onImages, values }: ToolbarProps) => {
  const { t } = useLingui();
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-y-1">
      {tools.map(({ name, icon: Icon, before, after }) => (
        <button
          key={before}
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={t(name)}
          title={t(name)}
          onClick={() => onMark(before, after)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      ))}
      {onImages && <ImageButton onImages={onImages} />}
      {values.length > 0 && <ValueMenu values={values} onChoose={(name) => onMark(`{${name}}`, '')} />}
    </div>
  );
};

const ImageButton = ({ onImages }: { onImages: (images: File[]) => void }) => {
  const { t } = useLingui();
  return (
    <label className="btn btn-ghost btn-square has-focus-visible:outline-2" title={t`Image`}>
      <Image size={18} aria-hidden="true" />
      <input
        type="file"
        accept={THUMBNAIL_ACCEPT}
        multiple
        className="sr-only"
        aria-label={t`Add images`}
        onChange={({ currentTarget }) => {
          const images = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          onImages(images);
        }}
      />
    </label>
  );
};

interface ValueMenuProps {
  /** The field that it inserts into, where there are several. */
  of?: string;
  values: NonNullable<MarkdownFieldProps['values']>;
  onChoose: (name: string) => void;
}

export const ValueMenu = ({ of, values, onChoose }: ValueMenuProps) => {
  const { t } = useLingui();
  return (
    <select
      aria-label={of === undefined ? t`Insert a value` : t`Insert a value into the ${of}`}
      className={`select w-auto max-w-full ${of === undefined ? 'ms-1 grow' : 'mb-1.5'}`}
      value=""
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="" disabled>
        {'{ } '}
        <Trans>Value</Trans>
      </option>
      {values.map(({ name, text }) => (
        <option key={name} value={name}>
          {`${name}: ${text.slice(0, 40) || t`not set`}`}
        </option>
      ))}
    </select>
  );
};
