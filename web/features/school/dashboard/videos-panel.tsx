import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { videoStatusQuery } from '#web/api/school-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { countOf } from '#contract/format.ts';
import { Panel } from '#web/ui/panel.tsx';

const POLL_MS = 5000;

/** Renders nothing when there is nothing to do. A missing ffmpeg has a notice of its own. */
export function VideosPanel() {
  const { data } = useQuery({
    ...videoStatusQuery(),
    refetchInterval: ({ state }) => (state.data && state.data.video.processing > 0 ? POLL_MS : false),
  });
  if (!data) return null;
  const { engine, processing, lacking, sweep } = data.video;
  const toProcess = engine ? lacking : 0;
  const missing = sweep?.missingFiles ?? 0;
  if (processing + toProcess + missing === 0) return null;
  return (
    <Panel
      title="Videos"
      className="mt-5"
      aside={
        toProcess > 0 && (
          <ActionButton
            tone="quiet"
            run={() => call('POST /admin/video/queue')}
            messages={{ error: 'The videos could not be queued' }}
            onSuccess={(_, queryClient) => queryClient.invalidateQueries({ queryKey: videoStatusQuery().queryKey })}
          >
            Create missing versions
          </ActionButton>
        )
      }
    >
      <ul className="space-y-1 text-sm">
        {processing > 0 && <li>{countOf(processing, 'video is', 'videos are')} being processed.</li>}
        {toProcess > 0 && (
          <li>{countOf(toProcess, 'video is', 'videos are')} missing renditions, a poster or a storyboard.</li>
        )}
        {missing > 0 && (
          <li className="text-error">
            {countOf(missing, 'course file', 'course files')} cannot be found on the disk. Restore from a backup, or
            replace the videos.
          </li>
        )}
      </ul>
    </Panel>
  );
}
