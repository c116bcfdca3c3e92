import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronDown, FolderMinus, LockOpen, Pencil, Plus, Send } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { formatLength } from '#contract/format.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { ReleaseBadge } from './release/release-badge.tsx';
import { MoveHandle, RowName } from './row-name.tsx';
import { type OutlinePart, stepped, withoutSection, withTitle } from './outline.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface CurriculumSectionProps {
  tree: CurriculumTree;
  section: OutlinePart;
}

function SectionMenu({ tree: { curriculum, rename, release }, section }: CurriculumSectionProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { addLecture } = useCoursePages();
  const { courseId, outline, arrange, lectures, publish } = curriculum;
  const { key, id, title } = section;
  const move = (step: 1 | -1): void => arrange(stepped(outline, { kind: 'section', id: key }, step));
  const drafts = section.lectureIds.filter((lectureId) => lectures.get(lectureId)?.isDraft);
  return (
    <RowMenu
      label={t`Actions for ${title}`}
      items={[
        {
          label: t`Add a video`,
          icon: Plus,
          onSelect: () => void navigate(addLecture({ course: courseId, section: id })),
        },
        ...(drafts.length === 0
          ? []
          : [
              {
                label: t`Publish ${plural(drafts.length, { one: '# draft', other: '# drafts' })}`,
                icon: Send,
                onSelect: () => publish(drafts),
              },
            ]),
        { label: t`Rename`, icon: Pencil, onSelect: () => rename(key) },
        // A section that is not saved yet has no id.
        ...(id === undefined
          ? []
          : [
              { label: t`When it opens`, icon: LockOpen, onSelect: () => release.edit({ kind: 'section', id, title }) },
            ]),
        { label: t`Move up`, icon: ArrowUp, onSelect: () => move(-1) },
        { label: t`Move down`, icon: ArrowDown, onSelect: () => move(1) },
        {
          label: t`Remove section, keep lectures`,
          icon: FolderMinus,
          isDestructive: true,
          onSelect: () => arrange(withoutSection(outline, key)),
        },
      ]}
    />
  );
}

const summaryOf = (
  { curriculum: { lectures } }: CurriculumTree,
  { lectureIds }: OutlinePart,
  { _, locale }: Language,
): string => {
  const durationMs = lectureIds.reduce((sum, id) => sum + (lectures.get(id)?.durationMs ?? 0), 0);
  const lectureCount = _(msg({ message: plural(lectureIds.length, { one: '# lecture', other: '# lectures' }) }));
  return durationMs > 0 ? `${lectureCount}, ${formatLength(durationMs, locale)}` : lectureCount;
};

/** The head of a section. */
export function CurriculumSection({ tree, section }: CurriculumSectionProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { curriculum, focusedKey, focusSection, isClosed, toggle } = tree;
  const { key, title } = section;
  return (
    <li className="curriculum-row curriculum-section" {...tree.rowAttributes(`section:${key}`, key)}>
      <MoveHandle tree={tree} item={{ kind: 'section', id: key, title }} />
      <button
        type="button"
        className="grid h-9 w-7 shrink-0 cursor-pointer place-items-center rounded-field text-muted max-md:-ms-2 max-md:size-11"
        aria-expanded={!isClosed(key)}
        aria-label={t`Lectures of ${title}`}
        onClick={() => toggle(key)}
      >
        <ChevronDown size={18} className={isClosed(key) ? '-rotate-90' : ''} aria-hidden="true" />
      </button>
      <RowName
        tree={tree}
        id={key}
        label={t`Title of section ${title}`}
        title={title}
        maxLength={100}
        isHeading
        isSelected={focusedKey === key}
        onSelect={() => focusSection(key)}
        onRenamed={(next) => curriculum.arrange(withTitle(curriculum.outline, key, next))}
      />
      {tree.renamingId !== key && (
        <>
          <span className="num flex-1 text-xs/5.5 text-muted max-md:mb-2.5 max-md:ms-1 max-md:[grid-area:2/3]">
            {summaryOf(tree, section, language)}
          </span>
          {section.id !== undefined && (
            <span className="min-w-0 empty:hidden max-md:mb-2.5 max-md:[grid-area:3/3/auto/-1]">
              <ReleaseBadge tree={tree} target={{ kind: 'section', id: section.id, title }} />
            </span>
          )}
          <SectionMenu tree={tree} section={section} />
        </>
      )}
    </li>
  );
}
