import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { AVATAR_ACCEPT, FileDrop } from '#web/ui/inputs/file-drop.tsx';

interface AvatarFieldProps {
  /** As it is typed. */
  fullName: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  error: string | undefined;
  name: string;
}

/** The picture of a new account: the initials, until a photo is chosen. */
export function AvatarField({ fullName, ...field }: AvatarFieldProps) {
  const { file, onFile } = field;
  const { t } = useLingui();
  return (
    <FileDrop
      {...field}
      label={t`Avatar`}
      kind="avatar"
      accept={AVATAR_ACCEPT}
      hint={t`Your initials, until you choose a photo: jpg, jpeg, png or svg, up to 5 MB`}
      preview={fullName.trim() ? <Avatar fullName={fullName} src={null} className="size-16" /> : undefined}
    >
      <span className="min-w-0 text-sm">
        <span className="block text-muted wrap-anywhere" aria-hidden="true">
          {file ? file.name : <Trans>Your initials, until you choose a photo.</Trans>}
        </span>
        <span className="mt-2 flex flex-wrap gap-2">
          <span className="btn btn-quiet" aria-hidden="true">
            <Trans>Change photo</Trans>
          </span>
          {file && (
            // Above the input, which covers the field.
            <Button tone="quiet" className="relative z-10" onClick={() => onFile(undefined)}>
              <Trans>Use initials</Trans>
            </Button>
          )}
        </span>
      </span>
    </FileDrop>
  );
}
