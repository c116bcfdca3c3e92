import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { failureOf, type SendOptions } from './tus-client.ts';
import { createUploadQueue, type UnfinishedUpload } from './upload-queue.ts';

const aFile = (name: string, sizeBytes = 100) => new File(['x'.repeat(sizeBytes)], name, { type: 'video/mp4' });

const aFileOf = (name: string) => ({ file: aFile(name), text: { title: name, description: '', isDraft: true } });

/** A server whose uploads progress when the test says so. */
const aSchool = ({ left = [] }: { left?: UnfinishedUpload[] } = {}) => {
  const sent: SendOptions[] = [];
  const paused: string[] = [];
  const titled: [uploadId: string, title: string][] = [];
  const removed: string[] = [];
  const replaced: string[] = [];
  const answers: (() => void)[] = [];
  const queue = createUploadQueue({
    nowMs: () => 0,
    server: {
      send: async (options) => {
        sent.push(options);
        options.signal.addEventListener('abort', () => paused.push(options.file.name));
      },
      list: async () => left,
      lockedByTabs: async () => new Set(['elsewhere']),
      makeLecture: async (uploadId, { title }) => {
        answers.shift()?.();
        titled.push([uploadId, title]);
        return `lecture of ${uploadId}`;
      },
      replaceVideo: async (courseId, lectureId, uploadId) => {
        replaced.push(`${courseId} ${lectureId} ${uploadId}`);
      },
      remove: async (uploadId) => void removed.push(uploadId),
    },
  });
  const phases = () => queue.get().map(({ phase }) => phase);
  return { queue, sent, paused, titled, removed, replaced, answers, phases };
};

type Found = Awaited<ReturnType<Parameters<ReturnType<typeof createUploadQueue>['addAll']>[2]>>;
const AUDIO: Found = { problem: undefined, kind: 'audio' };
const OTHER: Found = { problem: 'This file is not a video.', kind: undefined };

const settle = () => vi.waitFor(() => undefined);

test('two uploads run at a time; the title may follow while the file is sent', async () => {
  const { queue, sent, titled, phases } = aSchool();
  const first = queue.add('course', aFile('one.mp4'));
  for (const name of ['two.mp4', 'three.mp4']) queue.add('course', aFile(name));
  await settle();
  expect(phases()).toEqual(['sending', 'sending', 'waiting']);

  sent[0]?.onBegun('u1');
  sent[0]?.onInterrupted();
  expect(queue.get()[0]?.problem).toContain('Retrying automatically');
  sent[0]?.onProgress(40);
  expect(queue.get()[0]?.problem).toBeUndefined();
  queue.setTitle(first, { title: 'One', description: 'First', isDraft: false });
  expect(queue.get()[0]).toMatchObject({ sentBytes: 40, uploadId: 'u1' });
  expect(titled).toEqual([['u1', 'One']]);
  sent[0]?.onSent();
  await vi.waitFor(() => expect(phases()).toEqual(['done', 'sending', 'sending']));
  expect(sent.map(({ file }) => file.name)).toEqual(['one.mp4', 'two.mp4', 'three.mp4']);
  expect(queue.get()[0]?.lectureId).toBe('lecture of u1');
  queue.removeDone();
  expect(phases()).toEqual(['sending', 'sending']);
});

test('files that are added together are shown at once, and one with a problem does not stop the others', async () => {
  const { queue, sent, titled, phases } = aSchool();
  const checks: PromiseWithResolvers<Found>[] = [];
  const files = ['1.mp4', '2.txt', '3.mp4', '4.mp4'].map(aFileOf);
  queue.addAll('course', files, () => {
    const check = Promise.withResolvers<Found>();
    checks.push(check);
    return check.promise;
  });
  expect(phases()).toEqual(['checking', 'checking', 'checking', 'checking']);
  expect(queue.get().map(({ text }) => text?.title)).toEqual(['1.mp4', '2.txt', '3.mp4', '4.mp4']);
  checks[0]?.resolve(AUDIO);
  await vi.waitFor(() => expect(phases()).toEqual(['sending', 'checking', 'checking', 'checking']));
  sent[0]?.onBegun('u1');
  expect(titled).toEqual([['u1', '1.mp4']]);
  checks[1]?.resolve(OTHER);
  await vi.waitFor(() => expect(checks).toHaveLength(3));
  expect(queue.get()[1]).toMatchObject({ phase: 'stopped', problem: 'This file is not a video.', canRetry: false });
  queue.remove(queue.get()[2]?.key ?? '');
  checks[2]?.resolve(AUDIO);
  await vi.waitFor(() => expect(checks).toHaveLength(4));
  checks[3]?.resolve(AUDIO);
  await vi.waitFor(() => expect(phases()).toEqual(['sending', 'stopped', 'sending']));
  expect(queue.get().map(({ kind }) => kind)).toEqual(['audio', undefined, 'audio']);
});

test('uploads are paused together, before they are sent too, and a problem that is found meanwhile is shown', async () => {
  const { queue, sent, paused, phases } = aSchool();
  const checks: PromiseWithResolvers<Found>[] = [];
  const check = () => {
    const found = Promise.withResolvers<Found>();
    checks.push(found);
    return found.promise;
  };
  queue.addAll('course', ['1.mp4', '2.mp4', '3.txt'].map(aFileOf), check);
  checks[0]?.resolve(AUDIO);
  await vi.waitFor(() => expect(phases()).toEqual(['sending', 'checking', 'checking']));
  await settle();
  queue.pause(queue.get().map(({ key }) => key));
  expect([phases(), paused]).toEqual([['paused', 'paused', 'paused'], ['1.mp4']]);
  checks[1]?.resolve(AUDIO);
  await vi.waitFor(() => expect(checks).toHaveLength(3));
  checks[2]?.resolve(OTHER);
  await vi.waitFor(() => expect(phases()).toEqual(['paused', 'paused', 'stopped']));
  for (const { key, phase } of queue.get()) if (phase === 'paused') queue.resume(key);
  await vi.waitFor(() => expect(phases()).toEqual(['sending', 'sending', 'stopped']));
  expect(sent.map(({ file }) => file.name)).toEqual(['1.mp4', '1.mp4', '2.mp4']);
});

test('an upload that is paused and resumed before it starts is sent once', async () => {
  const { queue, sent, paused, phases } = aSchool();
  const key = queue.add('course', aFile('one.mp4'));
  queue.pause([key]);
  queue.resume(key);
  await settle();
  expect([phases(), sent.length, paused]).toEqual([['sending'], 2, ['one.mp4']]);
});

test('a complete file waits for its title', async () => {
  const { queue, sent, titled, phases } = aSchool({
    left: [
      {
        _id: 'u1',
        courseId: 'course',
        replacesLectureId: null,
        fileName: 'one.mp4',
        sizeBytes: 100,
        receivedBytes: 100,
      },
    ],
  });
  const key = queue.add('course', aFile('one.mp4'));
  await settle();
  sent[0]?.onBegun('u1');
  sent[0]?.onSent();
  await vi.waitFor(() => expect(phases()).toEqual(['untitled']));
  queue.setTitle(key, { title: 'One', description: 'First', isDraft: false });
  await vi.waitFor(() => expect(phases()).toEqual(['done']));
  expect(titled).toEqual([['u1', 'One']]);
});

test('a title entered while the upload finishes is used at once', async () => {
  const some = { _id: 'u1', courseId: 'course', replacesLectureId: null, fileName: 'one.mp4', sizeBytes: 100 };
  const { queue, sent, phases } = aSchool({ left: [{ ...some, receivedBytes: 100 }] });
  const key = queue.add('course', aFile('one.mp4'));
  await settle();
  sent[0]?.onBegun('u1');
  sent[0]?.onSent();
  expect(phases()).toEqual(['finishing']);
  queue.setTitle(key, { title: 'One', description: 'First', isDraft: false });
  await vi.waitFor(() => expect(phases()).toEqual(['done']));
});

test('a paused upload lets the next one start, and resumes where it stopped', async () => {
  const { queue, sent, paused, phases } = aSchool();
  const key = queue.add('course', aFile('one.mp4'));
  for (const name of ['two.mp4', 'three.mp4']) queue.add('course', aFile(name));
  await settle();
  sent[0]?.onBegun('u1');
  queue.pause([key]);
  await settle();
  expect([phases(), paused]).toEqual([['paused', 'sending', 'sending'], ['one.mp4']]);
  queue.resume(key);
  expect(phases()).toEqual(['waiting', 'sending', 'sending']);
  sent[1]?.onFailure(failureOf(415, '{"code":"not_a_video","message":"Not a video"}'));
  await settle();
  expect(queue.get()[1]).toMatchObject({ phase: 'stopped', problem: 'Not a video', canRetry: false });
  expect(sent[3]).toMatchObject({ uploadId: 'u1' });
});

test('an ended session and a lost connection pause an upload, which then resumes', async () => {
  const { queue, sent, phases } = aSchool();
  queue.add('course', aFile('one.mp4'));
  await settle();
  sent[0]?.onBegun('u1');
  sent[0]?.onFailure(failureOf(401, '{"code":"unauthenticated"}'));
  expect(queue.get()[0]?.phase).toBe('signed-out');
  queue.resumeAll();
  await settle();
  sent[1]?.onFailure(failureOf(0, ''));
  expect(queue.get()[0]).toMatchObject({ phase: 'stopped', canRetry: true });
  queue.resumeAll();
  expect(phases()).toEqual(['sending']);
  expect(sent.map(({ uploadId }) => uploadId)).toEqual([undefined, 'u1', 'u1']);
});

test('bytes that were sent but not received are sent again before the upload becomes a lecture', async () => {
  const { queue, sent, titled, phases } = aSchool();
  const key = queue.add('course', aFile('one.mp4'));
  await settle();
  sent[0]?.onBegun('u1');
  sent[0]?.onProgress(100);
  sent[0]?.onFailure(failureOf(401, '{"code":"unauthenticated"}'));
  queue.setTitle(key, { title: 'One', description: 'First', isDraft: false });
  queue.resumeAll();
  await settle();
  expect([phases(), sent[1]?.uploadId]).toEqual([['sending'], 'u1']);
  sent[1]?.onSent();
  await vi.waitFor(() => expect(phases()).toEqual(['done']));
  expect(titled).toEqual([
    ['u1', 'One'],
    ['u1', 'One'],
  ]);
});

test('an upload that the server no longer has starts again', async () => {
  const { queue, sent } = aSchool();
  const key = queue.add('course', aFile('one.mp4'));
  await settle();
  sent[0]?.onBegun('u1');
  sent[0]?.onProgress(60);
  sent[0]?.onFailure(failureOf(410, '{"code":"upload_expired","message":"Gone"}'));
  expect(queue.get()[0]).toMatchObject({ problem: 'Gone', sentBytes: 0, uploadId: undefined });
  queue.resume(key);
  await settle();
  expect(sent[1]?.uploadId).toBeUndefined();
});

test('an upload interrupted by a reload is offered again, and accepts only its own file', async () => {
  const some = { courseId: 'course', replacesLectureId: null, fileName: 'one.mp4', sizeBytes: 100 };
  const { queue, sent, removed, phases } = aSchool({
    left: [
      { ...some, _id: 'u1', receivedBytes: 70 },
      { ...some, _id: 'elsewhere', receivedBytes: 10 },
      { ...some, _id: 'u3', receivedBytes: 100 },
    ],
  });
  await queue.restoreUnfinished();
  await queue.restoreUnfinished();
  expect(phases()).toEqual(['needs-file', 'untitled']);
  const [item, other] = queue.get();
  queue.attachFile(item?.key ?? '', aFile('one.mp4', 99));
  expect(queue.get()[0]).toMatchObject({ phase: 'needs-file', problem: expect.stringContaining('different file') });
  queue.attachFile(item?.key ?? '', aFile('one.mp4'));
  await settle();
  expect(sent[0]).toMatchObject({ uploadId: 'u1' });
  queue.remove(other?.key ?? '');
  expect(removed).toEqual(['u3']);
});

test('a lecture that the server refuses shows the reason, and can be retried', async () => {
  const { queue, sent, answers, phases } = aSchool();
  const key = queue.add('course', aFile('one.mp4'));
  queue.setTitle(key, { title: 'One', description: 'First', isDraft: false });
  await settle();
  sent[0]?.onBegun('u1');
  await settle();
  answers.push(() => {
    throw new ApiError({ status: 422, code: 'damaged_video', serverMessage: 'Cut off' });
  });
  sent[0]?.onSent();
  await vi.waitFor(() => expect(queue.get()[0]).toMatchObject({ phase: 'stopped', problem: 'Cut off' }));
  queue.resume(key);
  await vi.waitFor(() => expect(phases()).toEqual(['done']));
});

test('a video for an existing lecture replaces its video, also after a lost response or a closed page', async () => {
  const some = { courseId: 'course', replacesLectureId: 'l1', fileName: 'new.mp4', sizeBytes: 100 };
  const left = [{ ...some, _id: 'u1', receivedBytes: 100 }];
  const here = aSchool();
  here.queue.add('course', aFile('new.mp4'), { lectureId: 'l1', title: 'One' });
  await settle();
  expect(here.sent[0]).toMatchObject({ replacesLectureId: 'l1' });
  here.sent[0]?.onBegun('u1');
  here.sent[0]?.onSent();
  await vi.waitFor(() => expect(here.phases()).toEqual(['done']));
  expect(here.replaced).toEqual([]);

  const later = aSchool({ left });
  await later.queue.restoreUnfinished();
  const [item] = later.queue.get();
  expect(item).toMatchObject({ phase: 'stopped', canRetry: true, problem: expect.stringContaining('not replaced') });
  later.queue.resume(item?.key ?? '');
  await vi.waitFor(() => expect(later.phases()).toEqual(['done']));
  expect(later.replaced).toEqual(['course l1 u1']);
});

test('uploads are hidden from another user', async () => {
  const { queue, paused } = aSchool();
  queue.add('course', aFile('one.mp4'));
  await settle();
  queue.clear();
  expect([queue.get(), paused]).toEqual([[], ['one.mp4']]);
});
