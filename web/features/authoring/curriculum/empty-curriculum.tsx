import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowRight, FolderOpen, Upload } from 'lucide-react';
import { AddLectureMenu } from './add-lecture-menu.tsx';
import { AddSection, ChooseFiles } from './curriculum-rows.tsx';
import type { OutlinePart } from './outline.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const EXAMPLES = [
  ['01_wedging-the-clay.mp4', msg`Wedging the clay`],
  ['02_reading-list.pdf', msg`Reading list`],
  ['03_the_first_bowl.mp4', msg`The first bowl`],
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
const Example = () => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <div className="mt-6 flex w-full max-w-2xl items-center gap-4 text-start text-sm text-muted max-md:hidden">
      <ul className="min-w-0 flex-1 space-y-2 rounded-box border border-line bg-base-200 p-4 font-mono text-xs">
        {EXAMPLES.map(([fileName]) => (
          <li key={fileName}>{fileName}</li>
        ))}
      </ul>
      <ArrowRight size={18} className="shrink-0" aria-label={t`become`} />
      <ol className="min-w-0 flex-1 list-inside list-decimal divide-y divide-line rounded-box border border-line bg-base-200 px-4">
        {EXAMPLES.map(([fileName, title]) => (
          <li key={fileName} className="py-2">
            {language._(title)}
          </li>
        ))}
      </ol>
    </div>
  );
};

interface EmptyCurriculumProps {
  tree: CurriculumTree;
  part: OutlinePart;
}

const ChooseFilesOrFolder = (props: EmptyCurriculumProps) => (
  <div className="mt-5 flex flex-wrap justify-center gap-3">
    <ChooseFiles {...props} className="btn btn-primary btn-lg">
      <Upload size={18} aria-hidden="true" />
      <Trans>Choose files</Trans>
    </ChooseFiles>
    <ChooseFiles {...props} className="btn btn-quiet btn-lg pointer-coarse:hidden" webkitdirectory="">
      <FolderOpen size={18} aria-hidden="true" />
      <Trans>Choose a folder</Trans>
    </ChooseFiles>
  </div>
);

/** A course without lectures and sections: a place to drop files on. */
export function EmptyCurriculum({ tree, part }: EmptyCurriculumProps) {
  const { t } = useLingui();
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
            t`Drop ${plural(over.count, { one: '# file', other: '# files' })}`
          ) : (
            <>
              <span className="pointer-coarse:hidden">
                <Trans>Drop your files here</Trans>
              </span>
              <span className="hidden pointer-coarse:inline">
                <Trans>Add your files</Trans>
              </span>
            </>
          )}
        </h3>
        <p className="mt-2 max-w-md text-muted">
          <Trans>
            Videos, audio and PDFs, all of them at once. File names become titles, and their numbers give the order.
          </Trans>
        </p>
        <ChooseFilesOrFolder tree={tree} part={part} />
        <p className="meta mt-3">
          <Trans>Any video, MP3, M4A, WAV or PDF. Uploads continue while you use other pages.</Trans>
        </p>
        <Example />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-muted">
          <Trans>Or start with</Trans>
        </span>
        <AddSection tree={tree} />
        <AddLectureMenu tree={tree} part={part} />
      </div>
    </>
  );
}
