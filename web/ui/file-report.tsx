import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FileReport } from '#contract/file-report.ts';
import { listOf } from '#contract/format.ts';
import { groupBy } from '#contract/group-by.ts';
import type { Language } from '#contract/languages/language.ts';
import { Said, useLanguage } from '#web/ui/language/language.tsx';

interface Entry {
  line: number;
  text: string;
}

const LINES_MAX = 12;

/** "Line 3", "Lines 3, 5 and 9", and how many more. */
const linesOf = (entries: readonly Entry[], { _, locale }: Language): string => {
  const numbers = [...new Set(entries.map(({ line }) => line))];
  const shown = numbers.slice(0, LINES_MAX).map(String);
  const rest = numbers.length - shown.length;
  const list = listOf(rest > 0 ? [...shown, _(msg`${rest} more`)] : shown, locale);
  return _(msg({ message: plural(numbers.length, { one: `Line ${list}`, other: `Lines ${list}` }) }));
};

const Part = ({ title, entries }: { title: string; entries: readonly Entry[] }) => {
  const language = useLanguage();
  return (
    entries.length > 0 && (
      <section>
        <h3 className="text-sm font-semibold">{title}</h3>
        <ul className="mt-1 max-h-60 space-y-1 overflow-y-auto text-sm" aria-label={title}>
          {[...groupBy(entries, ({ text }) => text)].map(([text, alike]) => (
            <li key={text} className="wrap-anywhere">
              <span className="num text-muted">{linesOf(alike, language)}: </span>
              <Said>{text}</Said>
            </li>
          ))}
        </ul>
      </section>
    )
  );
};

interface FileReportViewProps {
  report: FileReport;
  /** How much was read; absent where the page says it. */
  children?: ReactNode;
}

/** What was read of a file, what was repaired, and what was left out and why. */
export const FileReportView = ({ report: { repaired, leftOut }, children }: FileReportViewProps) => {
  const { t } = useLingui();
  return (
    <div className="space-y-3 empty:hidden">
      {children !== undefined && <output className="block text-sm font-semibold">{children}</output>}
      <Part title={t`Repaired`} entries={repaired.map(({ line, what }) => ({ line, text: what }))} />
      <Part title={t`Left out`} entries={leftOut.map(({ line, why }) => ({ line, text: why }))} />
    </div>
  );
};
