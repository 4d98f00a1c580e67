import { useEffect, useState } from "react";

export const SPEEDS = ["1", "4"] as const;
type Speed = (typeof SPEEDS)[number];

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A clock that can be paused, moved and sped up. With reduced motion it starts at the end. */
export function useReplayClock(length: number) {
  const [now, setNow] = useState(() => (prefersReducedMotion() ? length : 0));
  const [playing, setPlaying] = useState(() => !prefersReducedMotion());
  const [speed, setSpeed] = useState<Speed>("1");
  const ended = now >= length;

  useEffect(() => {
    if (!playing || ended) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function tick(time) {
      const passed = Math.max(0, time - last) * Number(speed);
      last = time;
      setNow((moment) => Math.min(length, moment + passed));
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, ended, speed, length]);

  return {
    now,
    speed,
    setSpeed,
    playing: playing && !ended,
    toggle: () => {
      if (ended) setNow(0);
      setPlaying(ended || !playing);
    },
    seek: (moment: number) => setNow(Math.max(0, Math.min(length, moment))),
  };
}
