import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import type { VideoCheck } from '#web/features/classroom/uploads/files/check-video.ts';
import type { LectureText } from '#web/features/classroom/uploads/upload-item.ts';
import { uploads } from '#web/features/classroom/uploads/uploads.ts';
import { useShownUpload } from '#web/features/classroom/uploads/use-uploads.ts';
import { useVideoCheck } from '#web/features/classroom/uploads/files/use-video-check.ts';

/** A picked video: its check, then the key of its upload. */
interface Picked {
  check: VideoCheck | undefined;
  key: string | undefined;
}

const nothing: Picked = { check: undefined, key: undefined };

const stopped = () => new DOMException('The upload continues without this page', 'AbortError');

const refusalOf = (check: VideoCheck | undefined) => (check?.problem ? { serverMessage: check.problem } : {});

/** Resolves when the upload has become a lecture; rejects when it cannot, or when `signal` aborts. */
const untilLecture = (key: string, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    const item = uploads.get().find((candidate) => candidate.key === key);
    if (!item) reject(stopped());
    else if (item.phase === 'done') resolve();
    else if (item.phase === 'stopped' && item.problem)
      reject(new ApiError({ status: 0, code: 'upload_stopped', serverMessage: item.problem }));
  };
  const unsubscribe = uploads.subscribe(look);
  signal.addEventListener('abort', () => reject(stopped()));
  look();
  return promise.finally(unsubscribe);
};

/**
 * The video of the form. It is checked when it is picked, and uploaded while the other fields are filled in. The upload
 * continues when the page is left, and then waits for a title.
 */
export const useVideoUpload = (courseId: string) => {
  const check = useVideoCheck();
  const [search] = useSearchParams();
  const [picked, setPicked] = useState<Picked>({ ...nothing, key: search.get('upload') ?? undefined });
  const ready = useRef<Promise<Picked>>(Promise.resolve(picked));
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);
  const item = useShownUpload(picked.key);
  const latest = useRef<File>(undefined);

  const begin = async (file: File): Promise<Picked> => {
    latest.current = file;
    const found = await check(file);
    // Another file was picked while this one was checked.
    if (latest.current !== file) return ready.current;
    const key = found.problem === undefined ? uploads.add(courseId, file) : undefined;
    const next = { check: found, key };
    setPicked(next);
    return next;
  };

  return {
    item,
    problem: picked.check?.problem,
    note: picked.check?.note,
    pick: (file: File): void => {
      if (item && item.text === undefined) uploads.remove(item.key);
      setPicked(nothing);
      ready.current = begin(file);
    },
    /** Sets the title and description, and waits until the lecture exists. */
    finish: async (text: LectureText): Promise<void> => {
      const { key, check } = await ready.current;
      if (key === undefined) throw new ApiError({ status: 0, code: 'not_sent', ...refusalOf(check) });
      if (uploads.get().some((item) => item.key === key && item.phase === 'stopped')) uploads.resume(key);
      uploads.setTitle(key, text);
      await untilLecture(key, leaving.current.signal);
    },
  };
};
