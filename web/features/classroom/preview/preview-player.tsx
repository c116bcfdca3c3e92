import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Lecture } from '#contract/lectures.ts';
import { freeLectureQuery } from '#web/api/course-queries.ts';
import { LecturePlayer } from '#web/features/classroom/player/lecture-player.tsx';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { chaptersOf, sourceOf } from '#web/features/classroom/lecture-source.ts';
import { VideoState } from '#web/features/classroom/lecture-list/video-state.tsx';

interface PreviewPlayerProps {
  courseId: string;
  lecture: Lecture;
  startsPlaying: boolean;
  onReady: (player: PlayerHandle | null) => void;
}

/** The player of the classroom, without progress reports. */
export const PreviewPlayer = ({ courseId, lecture, startsPlaying, onReady }: PreviewPlayerProps) => {
  const queryClient = useQueryClient();
  const chapters = useMemo(() => chaptersOf(lecture), [lecture]);
  if (!lecture.isPlayable) return <VideoState lecture={lecture} />;
  return (
    <LecturePlayer
      lectureId={lecture._id}
      title={lecture.title}
      source={sourceOf(lecture)}
      durationMs={lecture.durationMs}
      chapters={chapters}
      renewSource={async () =>
        sourceOf((await queryClient.fetchQuery(freeLectureQuery(courseId, lecture._id))).lecture)
      }
      startsPlaying={startsPlaying}
      onReady={onReady}
    />
  );
};
