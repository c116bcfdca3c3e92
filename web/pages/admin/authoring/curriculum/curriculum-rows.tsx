import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { pathTo } from '#web/paths.ts';
import { CurriculumLecture } from './curriculum-lecture.tsx';
import { CurriculumSection } from './curriculum-section.tsx';
import { FIRST_PART, type OutlinePart, withSection } from './outline.ts';
import { NameInput } from './row-name.tsx';
import type { CurriculumTree } from './use-curriculum-tree.ts';

interface EndRowProps {
  tree: CurriculumTree;
  part: OutlinePart;
}

const EndRow = ({ tree, part: { key, id, title } }: EndRowProps) => (
  <li className="curriculum-row curriculum-end" {...tree.rowAttributes(`end:${key}`)}>
    <Link className="curriculum-add" to={pathTo('addLecture', { course: tree.curriculum.courseId, section: id })}>
      <Plus size={18} aria-hidden="true" />
      Add lecture
      {title && <span className="sr-only"> to {title}</span>}
    </Link>
  </li>
);

/** The key of a section that is not saved yet. */
const newKey = (): string => `new-${crypto.randomUUID()}`;

function AddSection({ tree: { curriculum } }: { tree: CurriculumTree }) {
  const [isNaming, setNaming] = useState(false);
  const add = (title: string | undefined): void => {
    setNaming(false);
    if (title === undefined) return;
    curriculum.arrange(withSection(curriculum.outline, { key: newKey(), id: undefined, title, lectureIds: [] }));
  };
  return (
    <div className="curriculum-row curriculum-end">
      {isNaming ? (
        <NameInput label="Title of the new section" title="" maxLength={100} onRenamed={add} />
      ) : (
        <button type="button" className="curriculum-add" onClick={() => setNaming(true)}>
          <Plus size={18} aria-hidden="true" />
          Add section
        </button>
      )}
    </div>
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
      ...(tree.isClosed(key) ? [] : [<EndRow key={`end:${key}`} tree={tree} part={part} />]),
    ];
  };
  // Once there are sections, few courses have lectures before the first.
  const parts = outline.filter(
    ({ key, lectureIds }) => key !== FIRST_PART || lectureIds.length > 0 || outline.length === 1,
  );
  return (
    <div className="surface curriculum-rows" data-moving={tree.pointer.dragged ? '' : undefined}>
      <ol>{parts.flatMap(rowsOf)}</ol>
      <AddSection tree={tree} />
    </div>
  );
}
