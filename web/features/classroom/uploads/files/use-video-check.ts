import { useQuery } from '@tanstack/react-query';
import { videoStatusQuery } from '#web/api/school-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { canPlay } from './can-play.ts';
import { checkVideo, type VideoCheck } from './check-video.ts';

/** Checks a file against what this server accepts and can convert. */
export const useVideoCheck = (): ((file: File) => Promise<VideoCheck>) => {
  const { maxUploadBytes } = useSite();
  const { data } = useQuery(videoStatusQuery());
  const canConvert = data === undefined || data.video.engine !== null;
  return (file) => checkVideo(file, { maxBytes: maxUploadBytes, canConvert, canPlay });
};
