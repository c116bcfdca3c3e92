import { Trans } from '@lingui/react/macro';
import { useId } from 'react';

interface ChosenLecturesProps {
  legend: string;
  /** The words for each of the two. */
  all: string;
  some: string;
  options: readonly { id: string; title: string; isDraft: boolean }[];
  /** Null for all. */
  chosen: readonly string[] | null;
  onChoose: (chosen: string[] | null) => void;
  error: string | undefined;
}

/** All lectures, or a choice of them. */
export function ChosenLectures({ legend, all, some, options, chosen, onChoose, error }: ChosenLecturesProps) {
  const id = useId();
  const toggle = (lectureId: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...(chosen ?? []), lectureId] : (chosen ?? []).filter((one) => one !== lectureId));
  const kinds = [
    { label: all, isOn: chosen === null, choose: () => onChoose(null) },
    { label: some, isOn: chosen !== null, choose: () => onChoose([]) },
  ];
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="field-label">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
        {kinds.map(({ label, isOn, choose }) => (
          <label key={label} className="flex min-h-11 items-center gap-3">
            <input type="radio" name={id} className="radio radio-primary" checked={isOn} onChange={choose} />
            {label}
          </label>
        ))}
      </div>
      {chosen !== null && (
        <ul className="mt-2 grid max-h-80 gap-1 overflow-y-auto rounded-field border border-line p-3">
          {options.map(({ id: lectureId, title, isDraft }) => (
            <li key={lectureId}>
              <label className="flex min-h-9 items-center gap-3 max-sm:min-h-11 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary border-line-strong shrink-0"
                  checked={chosen.includes(lectureId)}
                  onChange={({ target }) => toggle(lectureId, target.checked)}
                />
                <span className="min-w-0 wrap-anywhere">
                  {title}
                  {isDraft && (
                    <span className="meta">
                      {' '}
                      · <Trans>Draft, counts once it is published</Trans>
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p id={id} className="mt-1 text-sm text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
