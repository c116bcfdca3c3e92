import { queryOptions } from '@tanstack/react-query';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { readTranscript } from '#video-format/transcript.ts';

/** What is said in a lecture. Captions do not change while a page is open; only their address does. */
export const transcriptQuery = (lectureId: string, { language, address }: Lecture['captions'][number]) =>
  queryOptions({
    queryKey: ['transcript', lectureId, language],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`the captions returned ${response.status}`);
      return readTranscript(await response.text());
    },
    staleTime: Infinity,
  });
