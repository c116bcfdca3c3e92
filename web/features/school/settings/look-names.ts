import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Theme } from '#contract/school/accent.ts';
import type { Look } from '#contract/school/looks.ts';

export const lookNames: Readonly<Record<Look, MessageDescriptor>> = {
  ledge: msg`Ledge`,
  slate: msg`Slate`,
  courtyard: msg`Courtyard`,
};

export const themes: readonly (readonly [Theme, MessageDescriptor])[] = [
  ['morning', msg`Light`],
  ['evening', msg`Dark`],
];
