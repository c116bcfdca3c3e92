import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, Film, ImageUp } from 'lucide-react';
import { type ReactNode, type Ref, type SyntheticEvent, useCallback, useId, useState } from 'react';
import { FieldError } from '#web/ui/forms/fields.tsx';
import { formatSize } from '#contract/format.ts';

interface FileDropProps {
  label: string;
  /** Decides the preview. */
  kind: 'avatar' | 'image' | 'mark' | 'video' | 'text';
  /** As the `accept` of a file input, such as ".jpg,.png" or "video/*". */
  accept: string;
  hint: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  error?: string | undefined;
  /** The stored image, shown until a file is picked. */
  currentUrl?: string | null | undefined;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** In the place of the icon until a file is picked. */
  preview?: ReactNode;
  /** In the place of the words about the file. */
  children?: ReactNode;
}

/** Shows a picked file in an <img> or <video>, and revokes its object URL afterwards. */
const usePreview = (file: File | undefined) =>
  useCallback(
    (element: HTMLImageElement | HTMLVideoElement | null) => {
      if (!file || !element) return undefined;
      const url = URL.createObjectURL(file);
      element.src = url;
      element.hidden = false;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );

const previewClass = {
  avatar: 'size-16 rounded-full object-cover',
  image: 'aspect-video w-32 rounded-field object-cover',
  mark: 'size-16 rounded-field object-contain',
} as const;

const icons = { avatar: ImageUp, image: ImageUp, mark: ImageUp, video: Film, text: FileText };

/** The picked file may not be an image. */
const hide = (event: SyntheticEvent<HTMLImageElement>): void => {
  event.currentTarget.hidden = true;
};

function Preview({
  kind,
  file,
  currentUrl,
  icon,
}: Pick<FileDropProps, 'kind' | 'file' | 'currentUrl'> & { icon: ReactNode }) {
  const preview = usePreview(file);
  if (kind !== 'video' && kind !== 'text' && (file ?? currentUrl)) {
    const className = `${previewClass[kind]} shrink-0 bg-base-300`;
    return file ? (
      <img ref={preview} alt="" className={className} onError={hide} />
    ) : (
      <img src={currentUrl ?? ''} alt="" className={className} />
    );
  }
  const Icon = icons[kind];
  return (
    icon ?? (
      <span className="grid size-16 shrink-0 place-items-center rounded-full bg-base-300 text-muted">
        <Icon size={22} aria-hidden="true" />
      </span>
    )
  );
}

function VideoPreview({ file }: { file: File }) {
  const { t } = useLingui();
  const preview = usePreview(file);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a preview of the user's own file
    <video
      ref={preview}
      controls
      preload="metadata"
      aria-label={t`Video preview`}
      className="mt-3 aspect-video w-full rounded-box bg-neutral"
    />
  );
}

/**
 * A field for one file, with a preview. The native input covers the whole area, so that clicks, drops and keys work
 * without code.
 */
export function FileDrop(props: FileDropProps) {
  const { label, kind, accept, hint, file, onFile, error, currentUrl, name, ref, preview, children } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="drop-zone" data-over={isOver || undefined}>
        <Preview kind={kind} file={file} currentUrl={currentUrl} icon={preview} />
        {children ?? (
          <span className="min-w-0 text-sm" aria-hidden="true">
            <span className="block font-semibold wrap-anywhere">
              {file ? file.name : <Trans>Choose a file or drop it here</Trans>}
            </span>
            <span className="meta">{file ? formatSize(file.size) : hint}</span>
          </span>
        )}
        <input
          ref={ref}
          id={id}
          name={name}
          type="file"
          accept={accept}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onClick={({ currentTarget }) => {
            // A file that was corrected after it was refused or imported is a change, too.
            if (!file) currentTarget.value = '';
          }}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? file)}
        />
      </div>
      <span id={`${id}-hint`} className="sr-only">
        {hint}
      </span>
      {kind === 'video' && file && <VideoPreview file={file} />}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export const AVATAR_ACCEPT = '.jpg,.jpeg,.png,.svg';
export const THUMBNAIL_ACCEPT = '.jpg,.jpeg,.png';
