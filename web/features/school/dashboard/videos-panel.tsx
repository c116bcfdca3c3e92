import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { videoStatusQuery } from '#web/api/school-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Panel } from '#web/ui/panel.tsx';

const POLL_MS = 5000;

/** Renders nothing when there is nothing to do. A missing ffmpeg has a notice of its own. */
export function VideosPanel() {
  const { t } = useLingui();
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
      title={t`Videos`}
      className="mt-5"
      aside={
        toProcess > 0 && (
          <ActionButton
            tone="quiet"
            run={() => call('POST /admin/video/queue')}
            messages={{ error: t`The videos could not be queued` }}
            onSuccess={(_, queryClient) => queryClient.invalidateQueries({ queryKey: videoStatusQuery().queryKey })}
          >
            <Trans>Create missing versions</Trans>
          </ActionButton>
        )
      }
    >
      <Counts {...{ processing, toProcess, missing }} />
    </Panel>
  );
}

interface CountsProps {
  processing: number;
  toProcess: number;
  /** Files that are not on the disk. */
  missing: number;
}

const Counts = ({ processing, toProcess, missing }: CountsProps) => (
  <ul className="space-y-1 text-sm">
    {processing > 0 && (
      <li>
        <Trans>
          <Plural value={processing} one="# video is" other="# videos are" /> being processed.
        </Trans>
      </li>
    )}
    {toProcess > 0 && (
      <li>
        <Trans>
          <Plural value={toProcess} one="# video is" other="# videos are" /> missing renditions, a poster or a
          storyboard.
        </Trans>
      </li>
    )}
    {missing > 0 && (
      <li className="text-error">
        <Trans>
          <Plural value={missing} one="# course file" other="# course files" /> cannot be found on the disk. Restore
          from a backup, or replace the videos.
        </Trans>
      </li>
    )}
  </ul>
);
