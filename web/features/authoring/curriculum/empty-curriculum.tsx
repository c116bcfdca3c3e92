import { ArrowDown, ArrowRight, FolderOpen, Upload } from 'lucide-react';
import { countOf } from '#contract/format.ts';
import { AddLectureMenu } from './add-lecture-menu.tsx';
import { AddSection, ChooseFiles } from './curriculum-rows.tsx';
import type { OutlinePart } from './outline.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';

const EXAMPLES = [
  ['01_wedging-the-clay.mp4', 'Wedging the clay'],
  ['02_reading-list.pdf', 'Reading list'],
  ['03_the_first_bowl.mp4', 'The first bowl'],
] as const;

/** Books on a shelf, and the place of the next one. */
const Shelf = () => (
  <div className="flex h-24 items-end gap-1 border-b-4 border-base-content px-8" aria-hidden="true">
    <span className="h-16 w-4 rounded-t-sm bg-primary" />
    <span className="h-20 w-6 rounded-t-sm bg-accent" />
    <span className="h-14 w-4 rounded-t-sm bg-primary/60" />
    <span className="ms-2 grid h-18 w-10 place-items-center border-2 border-b-0 border-dashed border-line-strong">
      <ArrowDown size={20} />
    </span>
  </div>
);

/** How the names of files become titles. */
const Example = () => (
  <div className="mt-6 flex w-full max-w-2xl items-center gap-4 text-start text-sm text-muted max-md:hidden">
    <ul className="min-w-0 flex-1 space-y-2 rounded-box border border-line bg-base-200 p-4 font-mono text-xs">
      {EXAMPLES.map(([fileName]) => (
        <li key={fileName}>{fileName}</li>
      ))}
    </ul>
    <ArrowRight size={18} className="shrink-0" aria-label="become" />
    <ol className="min-w-0 flex-1 list-inside list-decimal divide-y divide-line rounded-box border border-line bg-base-200 px-4">
      {EXAMPLES.map(([fileName, title]) => (
        <li key={fileName} className="py-2">
          {title}
        </li>
      ))}
    </ol>
  </div>
);

interface EmptyCurriculumProps {
  tree: CurriculumTree;
  part: OutlinePart;
}

const ChooseFilesOrFolder = (props: EmptyCurriculumProps) => (
  <div className="mt-5 flex flex-wrap justify-center gap-3">
    <ChooseFiles {...props} className="btn btn-primary btn-lg">
      <Upload size={18} aria-hidden="true" />
      Choose files
    </ChooseFiles>
    <ChooseFiles {...props} className="btn btn-quiet btn-lg pointer-coarse:hidden" webkitdirectory="">
      <FolderOpen size={18} aria-hidden="true" />
      Choose a folder
    </ChooseFiles>
  </div>
);

/** A course without lectures and sections: a place to drop files on. */
export function EmptyCurriculum({ tree, part }: EmptyCurriculumProps) {
  const { over, handlers } = tree.fileDrop;
  return (
    <>
      <div
        className={`flex flex-col items-center rounded-box border-2 border-dashed px-5 py-8 text-center sm:py-10 ${over ? 'border-primary bg-base-200' : 'border-line-strong bg-base-100'}`}
        {...handlers}
      >
        <Shelf />
        <h3 className="mt-5 text-page">
          {over ? (
            `Drop ${countOf(over.count, 'file')}`
          ) : (
            <>
              <span className="pointer-coarse:hidden">Drop your files here</span>
              <span className="hidden pointer-coarse:inline">Add your files</span>
            </>
          )}
        </h3>
        <p className="mt-2 max-w-md text-muted">
          Videos, audio and PDFs, all of them at once. File names become titles, and their numbers give the order.
        </p>
        <ChooseFilesOrFolder tree={tree} part={part} />
        <p className="meta mt-3">Any video, MP3, M4A, WAV or PDF. Uploads continue while you use other pages.</p>
        <Example />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-muted">Or start with</span>
        <AddSection tree={tree} />
        <AddLectureMenu tree={tree} part={part} />
      </div>
    </>
  );
}
