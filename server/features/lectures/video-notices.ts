import type { EngineReport } from '#server/video/engine.ts';

interface Notice {
  code: string;
  level: 'info' | 'warning';
  text: string;
}

/** What an ADMIN should know of converting videos. Who switched it off knows. */
export const videoNotices =
  (engineReport: () => Promise<EngineReport>, isSwitchedOff: boolean) => async (): Promise<Notice[]> => {
    if (isSwitchedOff) return [];
    const { engine, problem } = await engineReport();
    if (problem === undefined) return [];
    return [{ code: 'video_engine', level: engine ? 'info' : 'warning', text: problem }];
  };
