import type { Said, Write } from '#contract/languages/say.ts';
import type { Finding as Written } from '#contract/school/doctor.ts';

type Check = Written['check'];

/** Before its reader is known. */
export interface Finding extends Pick<Written, 'check' | 'status'> {
  title: Said;
  detail: Said;
  setting: Said | null;
  fix: { text: Said; code: Said } | null;
}

interface Texts {
  title: Said;
  detail: Said;
  setting?: Said;
}

interface Problem extends Texts {
  fix?: { text: Said; code: Said };
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

export const written = (found: Finding, write: Write): Written => ({
  ...found,
  title: write(found.title),
  detail: write(found.detail),
  setting: found.setting === null ? null : write(found.setting),
  fix: found.fix && { text: write(found.fix.text), code: write(found.fix.code) },
});

/** An error as a word for a sentence: never its message, which may hold an address with a password. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  const { cause }: { cause?: unknown } = error;
  const inner = cause instanceof Error ? cause : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
};
