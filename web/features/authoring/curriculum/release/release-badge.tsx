import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import type { CurriculumTree } from '../use-curriculum-tree.ts';
import { ruleWords } from './release-words.ts';
import type { ReleaseTarget } from './use-release.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** When a section or a lecture opens; nothing for one without a rule of its own. */
export const ReleaseBadge = ({ tree, target }: { tree: CurriculumTree; target: ReleaseTarget }) => {
  const language = useLanguage();
  const { release, curriculum } = tree;
  const rule = release.ruleOf(target);
  if (!rule) return null;
  return (
    <button
      type="button"
      className="badge max-w-full cursor-pointer max-md:min-h-11"
      onClick={() => release.edit(target)}
    >
      <Lock size={14} className="shrink-0" aria-hidden="true" />
      <span className="sr-only">
        <Trans context="release">Opens</Trans>{' '}
      </span>
      <span className="truncate">{ruleWords(rule, (id) => curriculum.lectures.get(id)?.title, language)}</span>
    </button>
  );
};
