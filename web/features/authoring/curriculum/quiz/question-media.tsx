import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, Trash2, Volume2 } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { mediaKindOf } from '#contract/classroom/lecture-media.ts';
import { descriptionOf, markdownOf } from '#web/features/authoring/curriculum/add-media.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import type { MenuItem } from '#web/ui/row-menu.tsx';
import type { QuestionForm } from './use-question-form.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const kinds = {
  image: {
    label: msg`Add a picture`,
    left: msg`Add a picture left`,
    right: msg`Add a picture right`,
    icon: ImagePlus,
  },
  sound: { label: msg`Add a sound`, left: msg`Add a sound left`, right: msg`Add a sound right`, icon: Volume2 },
} as const;

interface PreviewProps {
  name: string;
  address: string | undefined;
  label: string;
  onRemove: () => void;
}

const Preview = ({ name, address, label, onRemove }: PreviewProps) => {
  const { t } = useLingui();
  return (
    <span className="flex max-w-full items-center gap-2 rounded-box border border-line p-2">
      {mediaKindOf(name) === 'sound' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its author describes it
        <audio src={address} controls preload="none" aria-label={label} className="h-11 w-44 min-w-0 sm:w-60" />
      ) : (
        <img src={address} alt={label} className="max-h-24 min-w-0 rounded-field" />
      )}
      <button type="button" className="btn btn-ghost btn-square" aria-label={t`Remove: ${label}`} onClick={onRemove}>
        <Trash2 size={18} aria-hidden="true" />
      </button>
    </span>
  );
};

const IN_TEXT = /!\[([^\]\n]*)\]\(([^()\s]+)\)/g;

/** Buttons that add a picture or a sound to the text of a question. They are before it: Tab leads from the text to the answers. */
const AddMedia = ({ question: { form, media } }: { question: QuestionForm }) => {
  const language = useLanguage();
  return (
    <span className="flex gap-1">
      {(['image', 'sound'] as const).map((kind) => {
        const { icon: Icon } = kinds[kind];
        const label = language._(kinds[kind].label);
        const add = (): void =>
          media.add(kind, (name, file) => {
            const text = `${form.getValues('text').trimEnd()}\n\n${markdownOf(name, file)}`;
            form.setValue('text', text.trimStart(), { shouldDirty: true });
          });
        return (
          <Button key={kind} tone="ghost" size="small" title={label} onClick={add}>
            <Icon size={18} aria-hidden="true" />
            <span className="max-sm:sr-only">{label}</span>
          </Button>
        );
      })}
    </span>
  );
};

/** The pictures and sounds in the text of a question. */
function TextMedia({ question: { form, media } }: { question: QuestionForm }) {
  const text = useWatch({ control: form.control, name: 'text' });
  const shown = [...text.matchAll(IN_TEXT)].filter(([, , name = '']) => mediaKindOf(name) !== undefined);
  if (shown.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {shown.map(([markdown, label = '', name = '']) => (
        <Preview
          key={markdown}
          {...{ name, label }}
          address={media.addressOf(name)}
          onRemove={() =>
            form.setValue(
              'text',
              text
                .replace(markdown, '')
                .replaceAll(/\n{3,}/g, '\n\n')
                .trim(),
              { shouldDirty: true },
            )
          }
        />
      ))}
    </div>
  );
}

/** What is asked, with its pictures and sounds. */
export const QuestionText = ({ question }: { question: QuestionForm }) => {
  const { t } = useLingui();
  return (
    <div>
      <TextArea
        label={t`Question`}
        rows={3}
        aside={<AddMedia question={question} />}
        {...question.field('text', messages.quizzes.questionMissing)}
      />
      <TextMedia question={question} />
    </div>
  );
};

/** Where a row of a question has its picture or sound, and the text that says the same. */
interface RowMedia {
  question: QuestionForm;
  /** The text, such as `options.0.text`. */
  text: `options.${number}.text` | `items.${number}.text` | `pairs.${number}.left` | `pairs.${number}.right`;
  media:
    | `options.${number}.media`
    | `items.${number}.media`
    | `pairs.${number}.leftMedia`
    | `pairs.${number}.rightMedia`;
  /** Of several in a row: left, right. */
  half?: 'left' | 'right';
}

/** What the menu of a row does about its picture or sound. */
export const rowMediaItems = ({ question: { form, media }, half, ...at }: RowMedia, { _ }: Language): MenuItem[] =>
  (['image', 'sound'] as const).map((kind) => ({
    label: _(kinds[kind][half ?? 'label']),
    icon: kinds[kind].icon,
    onSelect: () =>
      media.add(kind, (name, file) => {
        form.setValue(at.media, name, { shouldDirty: true });
        // The text says the same for those who do not see or hear it.
        if (form.getValues(at.text).trim() !== '') return;
        form.setValue(at.text, descriptionOf(file), { shouldDirty: true });
      }),
  }));

/** The picture or sound of a row. */
export function RowMediaPreview({ question: { form, media }, ...at }: RowMedia) {
  const { t } = useLingui();
  const [name, text] = useWatch({ control: form.control, name: [at.media, at.text] });
  if (name === null) return null;
  return (
    <div className="ms-9 mt-1.5 grid justify-items-start gap-1">
      <Preview
        name={name}
        address={media.addressOf(name)}
        label={text || t`Without a text`}
        onRemove={() => form.setValue(at.media, null, { shouldDirty: true })}
      />
      <p className="meta">
        <Trans>Say in the text what it shows, for those who cannot see or hear it.</Trans>
      </p>
    </div>
  );
}
