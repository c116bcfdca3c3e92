import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TranslationState } from '#contract/catalog/translations.ts';

export const stateNames: Record<TranslationState, MessageDescriptor> = {
  empty: msg`Not translated`,
  draft: msg`Draft`,
  outdated: msg`Outdated`,
  reviewed: msg`Translated`,
};
export const states: readonly TranslationState[] = ['empty', 'draft', 'outdated', 'reviewed'];
