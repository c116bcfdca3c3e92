import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { pageBlocksQuery } from '#web/api/course-queries.ts';
import type { Blocks as AllBlocks } from './blocks.tsx';

const load = () => import('./blocks.tsx');

/** The server draws them with the page; a browser loads their code, which pages without blocks do not need. */
const Blocks = import.meta.env.SSR ? (await load()).Blocks : lazy(async () => ({ default: (await load()).Blocks }));

export const LaterBlocks = (props: ComponentProps<typeof AllBlocks>) => (
  <Suspense>
    <Blocks {...props} />
  </Suspense>
);

/** On the page of a course, under its own text. */
export function CourseBlocks({ courseId }: { courseId: string }) {
  const blocks = useQuery(pageBlocksQuery(courseId)).data?.blocks ?? [];
  return (
    blocks.length > 0 && (
      <div className="mt-10">
        <LaterBlocks blocks={blocks} />
      </div>
    )
  );
}
