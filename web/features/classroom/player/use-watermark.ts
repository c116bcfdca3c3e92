import { type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ScreenProps } from './use-player.ts';

const MISSING = msg`The watermark of this video could not be loaded. Load the page again, then play.`;
const TAMPERED = msg`Paused: something changed the watermark of this video. Turn off extensions that change the picture, then play.`;

/** What is wrong with the watermark: it pauses the video until the learner plays on. */
export const useWatermarkProblem = ({ interruption }: Pick<ScreenProps, 'interruption'>) => {
  const { t } = useLingui();
  const [problem, setProblem] = useState<MessageDescriptor>();
  const lost = problem && { reason: t(problem), action: t`Play`, resume: () => setProblem(undefined) };
  return { interruption: interruption ?? lost, setProblem };
};

/** Draws the watermark while a video is played; its code is loaded with the first one. */
export const useWatermark = (
  { frame, video, lecture, watermark }: ScreenProps,
  { isDrawn, setProblem }: { isDrawn: boolean; setProblem: (problem: MessageDescriptor) => void },
): void => {
  const text = isDrawn ? watermark?.text : undefined;
  const { _id: lectureId } = lecture;
  const onTampering = useEffectEvent((isAgain: boolean) => {
    watermark?.report();
    if (isAgain) setProblem(TAMPERED);
  });
  const onMissing = useEffectEvent(() => setProblem(MISSING));
  useEffect(() => {
    if (!frame || !video || text === undefined) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const draw = async (): Promise<void> => {
      const { drawWatermark } = await import('./watermark.ts');
      if (!signal.aborted)
        drawWatermark({
          frame,
          video,
          text,
          seed: `${text} ${lectureId}`,
          signal,
          onTampering: (isAgain) => onTampering(isAgain),
        });
    };
    draw().catch(() => signal.aborted || onMissing());
    return () => ending.abort();
  }, [frame, video, text, lectureId]);
};
