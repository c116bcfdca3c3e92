import { FileText, Film, ImageUp } from 'lucide-react';
import { type Ref, type SyntheticEvent, useCallback, useId, useState } from 'react';
import { FieldError } from '#web/components/fields.tsx';
import { formatSize } from '#web/components/format.ts';

interface FileDropProps {
  label: string;
  /** What the file is, and how it is previewed. */
  kind: 'avatar' | 'image' | 'video' | 'text';
  /** As the `accept` of a file input, such as ".jpg,.png" or "video/*". */
  accept: string;
  hint: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  error?: string | undefined;
  /** Shown until a file is picked: what is stored now. */
  currentUrl?: string | null | undefined;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Shows a picked file in an <img> or <video>; its address is given back when another file or nothing is shown. */
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
} as const;

const icons = { avatar: ImageUp, image: ImageUp, video: Film, text: FileText };

/** A file that is no picture shows none. */
const hide = (event: SyntheticEvent<HTMLImageElement>): void => {
  event.currentTarget.hidden = true;
};

function Picture({ kind, file, currentUrl }: Pick<FileDropProps, 'kind' | 'file' | 'currentUrl'>) {
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
    <span className="grid size-16 shrink-0 place-items-center rounded-full bg-base-300 text-muted">
      <Icon size={22} aria-hidden="true" />
    </span>
  );
}

function VideoPreview({ file }: { file: File }) {
  const preview = usePreview(file);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a preview of the person's own file
    <video
      ref={preview}
      controls
      preload="metadata"
      aria-label="Preview of the video"
      className="mt-3 aspect-video w-full rounded-box bg-neutral"
    />
  );
}

/**
 * A place to drop or choose one file, with a preview. The native input lies over the whole area, so clicks, drops and
 * keys need no code of their own.
 */
export function FileDrop({ label, kind, accept, hint, file, onFile, error, currentUrl, name, ref }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="drop-zone" data-over={isOver || undefined}>
        <Picture kind={kind} file={file} currentUrl={currentUrl} />
        <span className="min-w-0 text-sm" aria-hidden="true">
          <span className="block font-semibold wrap-anywhere">
            {file ? file.name : 'Choose a file or drop it here'}
          </span>
          <span className="meta">{file ? formatSize(file.size) : hint}</span>
        </span>
        <input
          ref={ref}
          id={id}
          name={name}
          type="file"
          accept={accept}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
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
