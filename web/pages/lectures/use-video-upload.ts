import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { videoStatusQuery } from '#web/api/queries.ts';
import { useSite } from '#web/components/site.tsx';
import { canPlay } from '#web/uploads/can-play.ts';
import { checkVideo, type VideoCheck } from '#web/uploads/check-video.ts';
import type { LectureText, UploadItem } from '#web/uploads/upload-item.ts';
import { uploads } from '#web/uploads/uploads.ts';
import { useUploads } from '#web/uploads/use-uploads.ts';

/** A video that is looked at, and then on its way. */
interface Picked {
  check: VideoCheck | undefined;
  key: string | undefined;
}

const nothing: Picked = { check: undefined, key: undefined };

const stopped = () => new DOMException('The upload goes on without this page', 'AbortError');

const refusalOf = (check: VideoCheck | undefined) => (check?.problem ? { serverMessage: check.problem } : {});

/** Resolves when the upload is a lecture; rejects when it cannot become one, or when `signal` says not to wait. */
const becomesLecture = (key: string, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    const item = uploads.get().find((candidate) => candidate.key === key);
    if (!item) reject(stopped());
    else if (item.phase === 'done') resolve();
    else if (item.phase === 'stopped' && item.problem)
      reject(new ApiError({ status: 0, code: 'upload_stopped', serverMessage: item.problem }));
  };
  const stopLooking = uploads.subscribe(look);
  signal.addEventListener('abort', () => reject(stopped()));
  look();
  return promise.finally(stopLooking);
};

/** The page shows this upload itself, as long as it is open. */
const useShown = (key: string | undefined): UploadItem | undefined => {
  useEffect(() => {
    if (key === undefined) return undefined;
    uploads.show(key, true);
    return () => uploads.show(key, false);
  }, [key]);
  return useUploads().find((item) => item.key === key);
};

/**
 * The video of the form: looked at as soon as it is picked, and sent while the rest is typed. It goes on when the page
 * is left; without a title it waits for one.
 */
export const useVideoUpload = (courseId: string) => {
  const { maxUploadBytes } = useSite();
  const { data } = useQuery(videoStatusQuery());
  const [search] = useSearchParams();
  const [picked, setPicked] = useState<Picked>({ ...nothing, key: search.get('upload') ?? undefined });
  const ready = useRef<Promise<Picked>>(Promise.resolve(picked));
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);
  const item = useShown(picked.key);

  const begin = async (file: File): Promise<Picked> => {
    const canConvert = data === undefined || data.video.engine !== null;
    const check = await checkVideo(file, { maxBytes: maxUploadBytes, canConvert, canPlay });
    const key = check.problem === undefined ? uploads.add(courseId, file) : undefined;
    const next = { check, key };
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
    /** Gives the lecture its title, and waits until it is there. */
    finish: async (text: LectureText): Promise<void> => {
      const { key, check } = await ready.current;
      if (key === undefined) throw new ApiError({ status: 0, code: 'not_sent', ...refusalOf(check) });
      if (uploads.get().some((item) => item.key === key && item.phase === 'stopped')) uploads.goOn(key);
      uploads.entitle(key, text);
      await becomesLecture(key, leaving.current.signal);
    },
  };
};
