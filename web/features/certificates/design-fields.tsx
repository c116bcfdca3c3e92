import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { DETAIL_VALUES, PAPER } from '#contract/certificates/certificate-design.ts';
import type { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import { ACCENT, contrastOf, readableOn, TEXT_CONTRAST } from '#contract/school/accent.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, TextField } from '#web/ui/forms/fields.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { AVATAR_ACCEPT, FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { insertText } from '#web/ui/inputs/insert-text.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { usePaper } from './use-paper.ts';

const said = messages.certificates;

export interface DesignProps {
  design: CertificateDesign;
  /** Undefined for that of the school. */
  courseId: string | undefined;
  errorOf: (field: keyof CertificateDesign) => string | undefined;
  onChange: (changed: Partial<CertificateDesign>) => void;
}

interface PictureProps {
  kind: 'paper' | 'signature';
  label: string;
  hint: string;
  courseId: string | undefined;
  isThere: boolean;
  error: string | undefined;
  onPicture: (picture: string, file?: File) => void;
}

/** Why a PDF cannot be paper. */
class NoPaper extends Error {}

const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name);

/** The page of a PDF as a picture. */
const pageOf = async (pdf: File): Promise<File> => {
  const { paperOf } = await import('./paper-pdf.ts');
  const paper = await paperOf(pdf);
  if (typeof paper === 'string') throw new NoPaper(paper);
  return paper;
};

/** A picture that is uploaded as soon as it is picked; the preview shows it. */
function PictureField({ kind, label, hint, courseId, isThere, error, onPicture }: PictureProps) {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const upload = useAction({
    run: async (chosen: File) => {
      const file = isPdf(chosen) ? await pageOf(chosen) : chosen;
      const sent = { fields: { kind }, files: { file } };
      const { picture } =
        courseId === undefined
          ? await call('POST /admin/settings/certificates/pictures', sent)
          : await call('POST /courses/:courseId/certificate-pictures', { params: { courseId }, ...sent });
      return { picture, file };
    },
    messages: { error: said.pictureFailed },
    onError: (failure) =>
      setRefusal(failure instanceof NoPaper ? failure.message : errorMessage(failure, said.pictureFailed)),
    onSuccess: ({ picture, file }) => {
      setRefusal(undefined);
      onPicture(picture, file);
    },
  });
  return (
    <div>
      <FileDrop
        label={label}
        kind="mark"
        accept={`${AVATAR_ACCEPT},.webp${kind === 'paper' ? ',.pdf' : ''}`}
        hint={hint}
        file={undefined}
        error={refusal ?? error}
        onFile={(file) => void (file && upload.start(file))}
      >
        <span className="min-w-0 text-sm" aria-hidden="true">
          <span className="block font-semibold">
            {upload.isBusy ? t`Uploading…` : isThere ? t`Replace` : t`Choose a file or drop it here`}
          </span>
          <span className="meta">{hint}</span>
        </span>
      </FileDrop>
      {isThere && (
        <Button tone="ghost" onClick={() => onPicture('')}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  );
}

interface ColourProps {
  legend: string;
  hint: ReactNode;
  colours: readonly (readonly [colour: string, name: MessageDescriptor])[];
  value: string;
  /** Where there is none. */
  shown: string;
  error: string | undefined;
  onChange: (colour: string) => void;
}

/** A choice of some, the browser's own picker, and its number. */
function ColourField({ legend, hint, colours, value, shown, error, onChange }: ColourProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const id = useId();
  const change = (text: string) => onChange(text.toUpperCase());
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {colours.map(([colour, name]) => (
          <button
            key={colour}
            type="button"
            aria-label={_(name)}
            title={_(name)}
            aria-pressed={colour === value}
            className="swatch"
            style={{ background: colour || shown }}
            onClick={() => onChange(colour)}
          />
        ))}
        <input
          type="color"
          aria-label={t`${legend}: any colour`}
          className="h-11 w-11 cursor-pointer rounded-field border border-line-strong bg-base-100 p-1.5"
          value={ACCENT.test(value) ? value : shown}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <input
          className="input w-32!"
          aria-label={`${legend}: hex`}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          value={value}
          placeholder={shown}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      </div>
      <div id={`${id}-hint`} className="meta mt-1.5">
        {hint}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

const GROUNDS = [
  [PAPER, msg`White`],
  ['#F8F0E3', msg`Cream`],
  ['#EAF1F0', msg`Mist`],
  ['#14303A', msg`Night`],
] as const;

const ACCENTS = [
  ['', msg`Colour of the school`],
  ['#B5452D', msg`Terracotta`],
  ['#12464F', msg`Peacock`],
  ['#2B3A67', msg`Indigo`],
  ['#6E2B46', msg`Madder`],
  ['#2C5C45', msg`Neem`],
] as const;

/** Whether the title of the course can be read, and the next colour that can. */
const Readable = ({ design: { accent, paper }, onChange }: Pick<DesignProps, 'design' | 'onChange'>) => {
  const { t } = useLingui();
  if (!ACCENT.test(accent) || !ACCENT.test(paper)) return t`For the course, the book and the bar.`;
  if (contrastOf(accent, paper) >= TEXT_CONTRAST) return t`Easy to read on this paper.`;
  const better = readableOn(accent, paper);
  return (
    <>
      <Trans>Hard to read on this paper.</Trans>{' '}
      <button type="button" className="link" onClick={() => onChange({ accent: better })}>
        <Trans>Use {better}</Trans>
      </button>
    </>
  );
};

const valueNames: Record<(typeof DETAIL_VALUES)[number], MessageDescriptor> = {
  lectures: msg`Lectures`,
  length: msg`Length`,
  teacher: msg`Teacher`,
  quizzes: msg`Quizzes`,
  score: msg`Average score`,
};

function Words({ design, errorOf, onChange }: Omit<DesignProps, 'courseId'>) {
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const text = (name: 'statement' | 'details' | 'signatory' | 'signatoryTitle') => ({
    value: design[name],
    error: errorOf(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
  });
  const insert = (name: string): void => {
    const field = document.querySelector<HTMLInputElement>(`#${CSS.escape(id)} input[name=details]`);
    if (field) insertText(field, `{${name}}`);
  };
  return (
    <>
      <TextField label={t`Words between the name and the course`} {...text('statement')} />
      <div id={id}>
        <TextField
          name="details"
          label={t`Text below the course`}
          hint={t`A part is left out where the course has no value for it.`}
          {...text('details')}
        />
        <div className="mt-1 flex flex-wrap items-center gap-1 text-sm">
          <Trans>Insert</Trans>
          {DETAIL_VALUES.map((name) => (
            <button key={name} type="button" className="btn btn-ghost btn-sm" onClick={() => insert(name)}>
              {language._(valueNames[name])}
            </button>
          ))}
        </div>
      </div>
      <TextField label={t`Signed by`} hint={t`Optional`} {...text('signatory')} />
      <TextField label={t`Role of the signatory`} hint={t`Optional`} {...text('signatoryTitle')} />
    </>
  );
}

/** How a certificate looks. */
export function DesignFields(props: DesignProps) {
  const { t } = useLingui();
  const { design, courseId, errorOf, onChange } = props;
  const { hint, takePaper } = usePaper(onChange);
  return (
    <div className="grid gap-6">
      <PictureField
        kind="paper"
        label={t`Picture of the paper`}
        {...{ hint, courseId }}
        isThere={design.picture !== ''}
        error={errorOf('picture')}
        onPicture={(picture, file) => void takePaper(picture, file)}
      />
      <ColourField
        legend={t`Colour of the paper`}
        hint={t`Text is dark on a light colour, and light on a dark one.`}
        colours={GROUNDS}
        value={design.paper}
        shown={PAPER}
        error={errorOf('paper')}
        onChange={(paper) => onChange({ paper })}
      />
      <ColourField
        legend={t`Accent`}
        hint={<Readable design={design} onChange={onChange} />}
        colours={ACCENTS}
        value={design.accent}
        shown="#F37254"
        error={errorOf('accent')}
        onChange={(accent) => onChange({ accent })}
      />
      <CheckField
        label={t`Logo of the school`}
        hint={t`Beside its name. Upload it under Settings → Your site.`}
        checked={design.hasLogo}
        onChange={({ currentTarget }) => onChange({ hasLogo: currentTarget.checked })}
      />
      <Words {...props} />
      <PictureField
        kind="signature"
        label={t`Picture of the signature`}
        hint={t`Ink on white paper. The paper is cut away.`}
        courseId={courseId}
        isThere={design.signature !== ''}
        error={errorOf('signature')}
        onPicture={(signature) => onChange({ signature })}
      />
    </div>
  );
}
