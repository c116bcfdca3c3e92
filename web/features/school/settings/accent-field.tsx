import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ACCENT, accentLook, contrastOf, DEFAULT_ACCENT, GRAPHICS_CONTRAST } from '#contract/school/accent.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const SWATCHES = [
  [DEFAULT_ACCENT, msg`Coral`],
  ['#E9B949', msg`Turmeric`],
  ['#5E9A6F', msg`Neem`],
  ['#5C74A8', msg`Indigo`],
  ['#A85A73', msg`Madder`],
  ['#2F7A80', msg`Peacock`],
] as const;

/** The contrast of a pair of colours, and its correction. */
const CheckRow = ({ name, ratio, children }: { name: string; ratio: number; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 border-line py-2.5 not-first:border-t">
    <dt className="text-sm">{name}</dt>
    <dd className="flex items-center gap-3 text-sm">
      <span className="num font-semibold whitespace-nowrap">{ratio.toFixed(1)} : 1</span>
      <span className="w-24 whitespace-nowrap text-muted">{children}</span>
    </dd>
  </div>
);

function ContrastChecks({ accent }: { accent: string }) {
  const { t } = useLingui();
  const [light, dark] = [accentLook(accent, 'morning'), accentLook(accent, 'evening')];
  const result = (contrast: number): string => (contrast < GRAPHICS_CONTRAST ? t`Edge added` : t`Passes`);
  return (
    <dl aria-label={t`Contrast`} className="mt-3 rounded-box border border-line px-4 py-1">
      <CheckRow name={t`Text on the button`} ratio={contrastOf(light.content, accent)}>
        <Trans>Passes</Trans>
      </CheckRow>
      <CheckRow name={t`Bar on the light page`} ratio={light.pageContrast}>
        {result(light.pageContrast)}
      </CheckRow>
      <CheckRow name={t`Bar on the dark page`} ratio={dark.pageContrast}>
        {result(dark.pageContrast)}
      </CheckRow>
    </dl>
  );
}

interface AccentFieldProps {
  accent: string;
  error: string | undefined;
  onChange: (accent: string) => void;
  /** Also its number, and how well it reads. */
  isDetailed?: boolean;
}

/** Any colour: a choice of some, and the browser's own picker. */
export function AccentField({ accent, error, onChange, isDetailed = false }: AccentFieldProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const isColour = ACCENT.test(accent);
  return (
    <fieldset>
      <legend className="field-label">
        <Trans>Accent colour</Trans>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {SWATCHES.map(([colour, name]) => (
          <button
            key={colour}
            type="button"
            aria-label={_(name)}
            aria-pressed={colour === accent}
            className="swatch"
            style={{ background: colour }}
            onClick={() => onChange(colour)}
          />
        ))}
        <input
          type="color"
          aria-label={t`Any colour`}
          className="w-11 h-11 border border-line-strong rounded-field cursor-pointer p-1.5 bg-base-100"
          value={isColour ? accent : DEFAULT_ACCENT}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-3 empty:hidden">
        {isDetailed && (
          <div className="w-40">
            <TextField
              label={t`Hex`}
              value={accent}
              error={error}
              onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
            />
          </div>
        )}
        {accent !== DEFAULT_ACCENT && (
          <Button tone="ghost" onClick={() => onChange(DEFAULT_ACCENT)}>
            <Trans context="verb">Reset</Trans>
          </Button>
        )}
      </div>
      {isDetailed && isColour && accent !== DEFAULT_ACCENT && <ContrastChecks accent={accent} />}
      <p className="meta mt-1.5">
        <Trans>Used for buy buttons and the current lecture. Faint colours get an outline.</Trans>
      </p>
    </fieldset>
  );
}
