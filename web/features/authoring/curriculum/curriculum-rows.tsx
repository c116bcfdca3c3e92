import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Upload } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { LECTURE_ACCEPT } from '#web/features/authoring/uploads/file-kinds.ts';
import { pickedFiles } from '#web/features/authoring/uploads/picked-files.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import { AddLectureMenu } from './add-lecture-menu.tsx';
import { CurriculumLecture } from './curriculum-lecture.tsx';
import { CurriculumSection } from './curriculum-section.tsx';
import { FIRST_PART, type OutlinePart, withSection } from './outline.ts';
import { NameInput } from './row-name.tsx';
import { UploadRow } from './curriculum-uploads.tsx';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface EndRowProps {
  tree: CurriculumTree;
  part: OutlinePart;
}

const droppedWords = (count: number, title: string, hasSections: boolean, { _ }: Language): string => {
  if (title) return _(msg`Drop ${plural(count, { one: '# file', other: '# files' })} into “${title}”`);
  return hasSections
    ? _(msg`Drop ${plural(count, { one: '# file', other: '# files' })} before the first section`)
    : _(msg`Drop ${plural(count, { one: '# file', other: '# files' })}`);
};

/** The effect of a drop on a section. */
function DropTarget({ tree: { curriculum, files, fileDrop }, part }: EndRowProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { outline } = curriculum;
  const { count = 0 } = fileDrop.over ?? {};
  const before = outline.slice(0, outline.indexOf(part) + 1);
  const first = before.reduce((sum, one) => sum + one.lectureIds.length + files.rowsOf(one).length, 0) + 1;
  return (
    <div className="pointer-events-none m-2 flex flex-1 items-center gap-3.5 rounded-box border-2 border-dashed border-primary bg-base-200 px-4.5 py-3.5 text-primary">
      <Upload size={24} aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <strong>{droppedWords(count, part.title, outline.length > 1, language)}</strong>
        <span className="meta block">
          {count === 1
            ? t`It becomes lecture ${first}. Numbers in the file names give the order, the rest the titles.`
            : t`They become lectures ${first} to ${first + count - 1}. Numbers in the file names give the order, the rest the titles.`}
        </span>
      </p>
    </div>
  );
}

interface ChooseFilesProps extends EndRowProps {
  className?: string;
  'aria-label'?: string | undefined;
  /** Chooses a folder, as HTML writes it. */
  webkitdirectory?: '';
  children: ReactNode;
}

/** Adds many files at once. */
export const ChooseFiles = ({ tree, part, className = 'curriculum-add', children, ...picker }: ChooseFilesProps) => (
  <label className={`${className} has-focus-visible:outline-2`}>
    {children}
    <input
      type="file"
      accept={LECTURE_ACCEPT}
      multiple
      className="sr-only"
      {...picker}
      onChange={({ currentTarget }) => {
        tree.files.add(part, pickedFiles(currentTarget.files ?? []));
        currentTarget.value = '';
      }}
    />
  </label>
);

const EndRow = ({ tree, part }: EndRowProps) => {
  const { t } = useLingui();
  const { key, title } = part;
  const { curriculum, fileDrop } = tree;
  return (
    <li className="curriculum-row ps-8 max-md:grid-cols-1 max-md:ps-11" {...tree.rowAttributes(`end:${key}`)}>
      {fileDrop.over?.key === key ? (
        <DropTarget tree={tree} part={part} />
      ) : (
        <>
          <AddLectureMenu tree={tree} part={part} />
          <ChooseFiles tree={tree} part={part} aria-label={title ? t`Upload files to ${title}` : undefined}>
            <Upload size={18} aria-hidden="true" />
            <Trans>Upload files</Trans>
          </ChooseFiles>
          {curriculum.lectures.size === 0 && (
            <span className="meta px-2 py-1 pointer-coarse:hidden">
              <Trans>Or drop files, or a folder of them, here.</Trans>
            </span>
          )}
        </>
      )}
    </li>
  );
};

export function AddSection({ tree: { curriculum } }: { tree: CurriculumTree }) {
  const { t } = useLingui();
  const [isNaming, setNaming] = useState(false);
  const add = (title: string | undefined): void => {
    setNaming(false);
    if (title === undefined) return;
    curriculum.arrange(withSection(curriculum.outline, { key: randomId(), id: undefined, title, lectureIds: [] }));
  };
  return isNaming ? (
    <NameInput label={t`Title of the new section`} title="" maxLength={100} onRenamed={add} />
  ) : (
    <button type="button" className="curriculum-add" onClick={() => setNaming(true)}>
      <Plus size={18} aria-hidden="true" />
      <Trans>Add section</Trans>
    </button>
  );
}

/** All rows in one flat list: React keeps a row, and the focus in it, only among its siblings. */
export function CurriculumRows({ tree }: { tree: CurriculumTree }) {
  const { outline, lectures } = tree.curriculum;
  const numbers = new Map(outline.flatMap(({ lectureIds }) => lectureIds).map((id, index) => [id, index + 1]));
  const rowsOf = (part: OutlinePart): ReactElement[] => {
    const { key, lectureIds } = part;
    const shown = tree.isClosed(key) ? [] : lectureIds.flatMap((id) => lectures.get(id) ?? []);
    return [
      ...(key === FIRST_PART ? [] : [<CurriculumSection key={`section:${key}`} tree={tree} section={part} />]),
      ...shown.map((lecture) => (
        <CurriculumLecture
          key={`lecture:${lecture._id}`}
          tree={tree}
          lecture={lecture}
          number={numbers.get(lecture._id) ?? 0}
        />
      )),
      ...tree.files.rowsOf(part).map((item) => <UploadRow key={`upload:${item.key}`} item={item} />),
      ...(tree.isClosed(key) && tree.fileDrop.over?.key !== key
        ? []
        : [<EndRow key={`end:${key}`} tree={tree} part={part} />]),
    ];
  };
  // Once there are sections, few courses have lectures before the first.
  const parts = outline.filter(
    (part) =>
      part.key !== FIRST_PART ||
      part.lectureIds.length > 0 ||
      outline.length === 1 ||
      tree.fileDrop.over?.key === FIRST_PART ||
      tree.files.rowsOf(part).length > 0,
  );
  return (
    // Not hidden: the heads of sections stick to the window.
    <div
      className="surface overflow-clip data-moving:cursor-grabbing data-moving:select-none max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
      data-moving={tree.pointer.dragged ? '' : undefined}
      {...tree.fileDrop.handlers}
    >
      <ol>{parts.flatMap(rowsOf)}</ol>
      <div className="curriculum-row ps-8 max-md:flex max-md:ps-11">
        <AddSection tree={tree} />
      </div>
    </div>
  );
}
