import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import type { Outline, OutlineChange } from '#contract/classroom/sections.ts';
import { createQueryClient } from '#web/api/query.ts';
import { App } from '#web/app/app.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { Component as EditCourse } from '#web/features/catalog/authoring/edit-course.tsx';

const course = {
  _id: 'c1',
  title: 'Python',
  description: 'For people who use spreadsheets.',
  category: 'Code',
  createdBy: 'Kabir Sethi',
  outcomes: [],
  thumbnail: { secure_url: null },
  numberOfLectures: 3,
  totalDurationMs: 0,
  createdAt: '2026-11-20T06:00:00.000Z',
  isDraft: false,
  approvalRequestedAt: null,
  declined: null,
};

export const aLecture = (_id: string, sectionId: string | null): ManagedLecture => ({
  _id,
  title: _id,
  description: '',
  kind: 'video',
  audio: null,
  text: null,
  pdf: null,
  live: null,
  markdown: null,
  classUrl: null,
  questions: null,
  durationMs: 60_000,
  sectionId,
  isDraft: false,
  isFreePreview: false,
  opensAt: null,
  lockedBy: null,
  chapters: [],
  chaptersText: '',
  hasChosenThumbnail: false,
  captions: [],
  attachments: [],
  progress: null,
  lecture: [{ secure_url: '/media/x' }],
  expiresAtMs: 0,
  state: 'ready',
  isPlayable: false,
  progressPercent: null,
  failure: null,
  hls: null,
  poster: null,
  storyboard: null,
});

export const OUTDATED = 'The lectures of this course have changed. Please check the order and try again.';

const fieldsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** The lecture that a form adds. */
const made = ({ kind, title = '', sectionId = '' }: Record<string, string>): ManagedLecture => ({
  ...aLecture('made', sectionId || null),
  kind: LectureKind.parse(kind),
  title,
  isDraft: true,
  lecture: [],
  markdown: kind === 'text' ? '' : null,
});

/** A server that keeps what is saved, and refuses the change of an outline that it does not have any more. */
export const openEditor = async (first: ManagedLecture[] = [], { isDraft = false } = {}) => {
  let sections = [
    { _id: 's1', title: 'Files' },
    { _id: 's2', title: 'Loops' },
  ];
  let lectures = [...first, aLecture('csv', 's1'), aLecture('json', 's1'), aLecture('while', 's2')];
  const server = {
    changes: [] as object[],
    published: [] as string[],
    added: [] as object[],
    addSectionElsewhere: (title: string) => void (sections = [...sections, { _id: 'elsewhere', title }]),
  };
  const isOutdated = ({ before }: OutlineChange): boolean =>
    JSON.stringify(before?.sections.map(({ _id, title }) => ({ _id, title }))) !== JSON.stringify(sections);
  const take = ({ sections: wanted }: Outline): void => {
    sections = wanted.map(({ _id, title }, index) => ({ _id: _id ?? `made-${index}`, title }));
    lectures = wanted.flatMap(({ lectureIds }, index) =>
      lectureIds.map((id) => ({ ...aLecture(id, sections[index]?._id ?? null) })),
    );
  };
  vi.stubGlobal('fetch', async (url: string, { method, body: sent }: { method: string; body: string | FormData }) => {
    const body = typeof sent === 'string' ? sent : '{}';
    if (method === 'PUT' && isOutdated(JSON.parse(body)))
      return Response.json({ success: false, code: 'order_outdated', message: OUTDATED }, { status: 409 });
    if (method === 'PUT') take(JSON.parse(body));
    if (url.endsWith('/images')) return Response.json({ success: true, message: '', name: 'image-1f.webp' });
    if (url.endsWith('/c1/lectures') && sent instanceof FormData) {
      const added = fieldsOf(sent);
      server.added.push(added);
      lectures = [...lectures, made(added)];
      return Response.json({ success: true, message: '', lecture: lectures.at(-1) });
    }
    if (method === 'POST') {
      server.published.push(url);
      lectures = lectures.map((lecture) => ({ ...lecture, isDraft: false }));
    }
    if (method === 'PATCH') {
      const change: object = JSON.parse(body);
      server.changes.push(change);
      lectures = lectures.map((lecture) => (url.endsWith(`/${lecture._id}`) ? { ...lecture, ...change } : lecture));
    }
    const teacher = { about: 'Teaches in Pune.' };
    return Response.json({
      success: true,
      message: '',
      course: { ...course, isDraft },
      sections,
      lectures,
      teacher,
      video: { engine: null },
      rule: { isOn: false },
      rules: [],
    });
  });
  const router = createMemoryRouter([{ path: '/course/edit', Component: EditCourse }], {
    initialEntries: ['/course/edit?course=c1'],
  });
  render(
    <>
      <App site={site} queryClient={createQueryClient()} router={router} />
      <Toaster />
    </>,
  );
  await screen.findByText('csv');
  return { server, router, user: userEvent.setup({ delay: null }) };
};
