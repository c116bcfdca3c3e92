import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { videoStatusQuery } from '#web/api/queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { countOf } from '#web/components/format.ts';
import { Panel } from '#web/components/panel.tsx';

const LOOK_AGAIN_MS = 5000;

/** What is to do about videos, where there is something; what converts them has a notice of its own. */
export function VideosPanel() {
  const queryClient = useQueryClient();
  const { queryKey } = videoStatusQuery();
  const { data } = useQuery({
    ...videoStatusQuery(),
    refetchInterval: ({ state }) => (state.data && state.data.video.processing > 0 ? LOOK_AGAIN_MS : false),
  });
  const making = useAction({
    run: () => call('POST /admin/video/queue'),
    sentences: { error: 'The videos could not be put in line' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!data) return null;
  const { engine, processing, lacking, sweep } = data.video;
  const toMake = engine ? lacking : 0;
  const missing = sweep?.missingFiles ?? 0;
  if (processing + toMake + missing === 0) return null;
  return (
    <Panel
      title="Videos"
      className="mt-5"
      aside={
        toMake > 0 && (
          <Button tone="quiet" isBusy={making.isBusy} onClick={() => void making.start(undefined)}>
            Make what is missing
          </Button>
        )
      }
    >
      <ul className="space-y-1 text-sm">
        {processing > 0 && (
          <li>{countOf(processing, 'video is', 'videos are')} being prepared, one after the other.</li>
        )}
        {toMake > 0 && (
          <li>{countOf(toMake, 'video lacks', 'videos lack')} sizes, a poster or pictures for the time bar.</li>
        )}
        {missing > 0 && (
          <li className="text-error">
            {countOf(missing, 'file', 'files')} of courses cannot be found on the disk. Bring them back from a backup,
            or replace the videos.
          </li>
        )}
      </ul>
    </Panel>
  );
}
