import type { Finding } from '#contract/school/doctor.ts';

type Check = Finding['check'];

interface Texts {
  title: string;
  detail: string;
  setting?: string;
}

interface Problem extends Texts {
  fix?: { text: string; code: string };
}

const finding =
  (status: Finding['status']) =>
  (check: Check, { title, detail, setting, fix }: Problem): Finding => ({
    check,
    status,
    title,
    detail,
    setting: setting ?? null,
    fix: fix ?? null,
  });

export const ok: (check: Check, words: Texts) => Finding = finding('ok');
export const warning = finding('warning');
export const failing = finding('failing');

/** An error as a word for a sentence: never its message, which may hold an address with a password. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  const { cause }: { cause?: unknown } = error;
  const inner = cause instanceof Error ? cause : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
};
