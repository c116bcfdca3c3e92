import type { ReactNode } from 'react';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';

export type Choice = readonly [value: string, words: string];

interface ChooseProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
}

/** A choice inside a sentence. */
export const Choose = ({ label, value, choices, onChoose }: ChooseProps) => (
  <select
    className="select quiz-choice w-auto!"
    aria-label={label}
    value={value}
    onChange={({ target }) => onChoose(target.value)}
  >
    {choices.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ))}
  </select>
);

/** Numbers to choose from, with the one that is stored. */
export const numbers = (
  offered: readonly number[],
  stored: number | null,
  words: (count: number) => string,
): Choice[] =>
  [...new Set([...offered, ...(stored === null ? [] : [stored])])]
    .toSorted((a, b) => a - b)
    .map((count) => [String(count), words(count)]);

export const NONE = 'none';
export const orNull = (value: string): number | null => (value === NONE ? null : Number(value));
export const textOf = (value: number | null): string => (value === null ? NONE : String(value));
export const isOneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((one) => one === value);

/** What changes; a part that depends on other rules is a function of the newest ones. */
export type RulesChange = Partial<QuizSettings> | ((newest: QuizSettings) => Partial<QuizSettings>);

export interface SentenceProps {
  settings: QuizSettings;
  change: (part: RulesChange) => void;
  questions: number;
  /** Of its questions. */
  tags: readonly string[];
}

export const Line = ({ children }: { children: ReactNode }) => <p className="leading-[3.25rem]">{children}</p>;
