import { mediumOf } from '#contract/classroom/kind-facts.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { Watermark } from '#contract/classroom/watermark.ts';
import { call } from '#web/api/call.ts';
import type { PlayerWatermark } from '#web/features/classroom/player/use-player.ts';

/** Videos and PDFs that are open have the watermark of their course, unless anyone may watch them. */
export const isMarked = ({ isFreePreview, lockedBy, kind, pdf }: Lecture): boolean =>
  !isFreePreview && !lockedBy && (mediumOf(kind) === 'video' || pdf !== null);

/** What is drawn over a lecture. */
export const watermarkOf = (
  courseId: string,
  lecture: Lecture,
  watermark: Watermark | null,
): PlayerWatermark | undefined =>
  watermark && isMarked(lecture)
    ? {
        text: watermark.text,
        // Without a connection it is not reported.
        report: () =>
          void call('POST /courses/:courseId/watermark/tampering', { params: { courseId } }).catch(() => undefined),
      }
    : undefined;
