/*
 * The animation behind the hero: a swaying chain, beans, dust, and particles that follow the cursor. Decorative
 * (docs/spec/public-pages.md, 'Landing page'): it runs only while visible and after user activity, and stops within
 * five seconds, so that it does not distract readers or use battery.
 */
const LINKS = 25;
const BEANS = 35;
const DUST = 40;
const PARTICLES = 14;

/** px between a particle and the cursor */
const FOLLOW_DISTANCE = 40;
const DAMPING = 0.85;
const PULL = 0.02;

/** px; from this width on the hero text and its example are side by side */
const SIDE_BY_SIDE = 1024;

const REST_AFTER_MS = 4500;
const FRAME_MS = 1000 / 30;

interface Particle {
  x: number;
  y: number;
  dx: number;
  dy: number;
  angle: number;
}

/** Deterministic pseudo-random numbers in [0, 1) per index, so that the picture is the same after each pause. */
function scattered(index: number, salt: number): number {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43758.5453;
  return value - Math.floor(value);
}

interface Size {
  width: number;
  height: number;
}

function drawChain(pen: CanvasRenderingContext2D, { width, height }: Size, seconds: number): void {
  const step = (width + 120) / (LINKS - 1);
  // Between the hero text and the bean flow; in the stacked layout, along the lower edge.
  const level = width >= SIDE_BY_SIDE ? height * 0.64 : height - 30;
  pen.globalAlpha = 0.16;
  pen.lineWidth = 2;
  for (let i = 0; i < LINKS; i++) {
    const x = i * step - 60;
    const wave = (at: number): number => level + Math.sin(at / 210 + seconds * 0.5) * 18;
    pen.beginPath();
    // Every other link is drawn edge-on.
    pen.ellipse(
      x,
      wave(x),
      step * 0.62,
      i % 2 === 0 ? 11 : 4,
      Math.atan2(wave(x + 8) - wave(x - 8), 16),
      0,
      Math.PI * 2,
    );
    pen.stroke();
  }
}

function drawScattered(pen: CanvasRenderingContext2D, { width, height }: Size, seconds: number): void {
  pen.lineWidth = 1.25;
  for (let i = 0; i < BEANS; i++) {
    const x = scattered(i, 1) * width;
    const y = (scattered(i, 2) * height + height - seconds * (3 + scattered(i, 3) * 5)) % height;
    const turn = scattered(i, 4) * Math.PI + seconds * 0.1;
    pen.globalAlpha = 0.13;
    pen.beginPath();
    pen.ellipse(x, y, 9, 5.5, turn, 0, Math.PI * 2);
    pen.moveTo(x - Math.cos(turn) * 7, y - Math.sin(turn) * 7);
    pen.lineTo(x + Math.cos(turn) * 7, y + Math.sin(turn) * 7);
    pen.stroke();
  }
  pen.globalAlpha = 0.18;
  for (let i = 0; i < DUST; i++) {
    const x = (scattered(i, 5) * width + seconds * (2 + scattered(i, 6) * 4)) % width;
    pen.beginPath();
    pen.arc(x, scattered(i, 7) * height, 1 + scattered(i, 8), 0, Math.PI * 2);
    pen.fill();
  }
}

function drawParticles(pen: CanvasRenderingContext2D, particles: Particle[], cursor: { x: number; y: number }): void {
  pen.globalAlpha = 0.35;
  for (const particle of particles) {
    const [goalX, goalY] = [
      cursor.x + Math.cos(particle.angle) * FOLLOW_DISTANCE,
      cursor.y + Math.sin(particle.angle) * FOLLOW_DISTANCE,
    ];
    particle.dx = (particle.dx + (goalX - particle.x) * PULL) * DAMPING;
    particle.dy = (particle.dy + (goalY - particle.y) * PULL) * DAMPING;
    particle.x += particle.dx;
    particle.y += particle.dy;
    particle.angle += 0.01;
    pen.beginPath();
    pen.arc(particle.x, particle.y, 2, 0, Math.PI * 2);
    pen.fill();
  }
}

function newParticles({ x, y }: { x: number; y: number }): Particle[] {
  return Array.from({ length: PARTICLES }, (_, i) => ({
    x,
    y,
    dx: scattered(i, 9) * 8 - 4,
    dy: scattered(i, 10) * 8 - 4,
    angle: (i / PARTICLES) * Math.PI * 2,
  }));
}

/**
 * Draws on the canvas in its CSS color until the returned function is called. The element's `data-moving` shows whether
 * it is animating.
 */
export function decorate(canvas: HTMLCanvasElement): () => void {
  const pen = canvas.getContext('2d');
  if (pen === null) return () => undefined;
  const over = new AbortController();
  const { signal } = over;
  const hasCursor = matchMedia('(hover: hover) and (pointer: fine)').matches;
  let size: Size = { width: 0, height: 0 };
  let frame = 0;
  let drawnAt = 0;
  let stirredAt = performance.now();
  let seconds = 0;
  let isVisible = false;
  let cursor: { x: number; y: number } | null = null;
  let particles: Particle[] = [];

  const draw = (): void => {
    const color = getComputedStyle(canvas).color;
    pen.strokeStyle = color;
    pen.fillStyle = color;
    pen.clearRect(0, 0, size.width, size.height);
    drawChain(pen, size, seconds);
    drawScattered(pen, size, seconds);
    if (cursor !== null) drawParticles(pen, particles, cursor);
  };

  const rest = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    canvas.dataset['moving'] = 'false';
  };
  const tick = (now: number): void => {
    if (now - stirredAt > REST_AFTER_MS) return rest();
    frame = requestAnimationFrame(tick);
    const passed = now - drawnAt;
    if (passed < FRAME_MS) return undefined;
    drawnAt = now;
    // Continues from the last position after a pause.
    seconds += Math.min(passed, 100) / 1000;
    return draw();
  };
  const stir = (): void => {
    stirredAt = performance.now();
    if (frame !== 0 || !isVisible || document.hidden) return;
    canvas.dataset['moving'] = 'true';
    frame = requestAnimationFrame(tick);
  };

  const sizes = new ResizeObserver(() => {
    // A higher resolution makes no visible difference for faint lines.
    const ratio = hasCursor ? Math.min(devicePixelRatio, 1.5) : 1;
    size = { width: canvas.clientWidth, height: canvas.clientHeight };
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw();
  });
  sizes.observe(canvas);
  const sight = new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting === true;
    if (isVisible) stir();
    else rest();
  });
  sight.observe(canvas);

  document.addEventListener('visibilitychange', () => (document.hidden ? rest() : stir()), { signal });
  addEventListener('scroll', stir, { passive: true, signal });
  if (hasCursor) {
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      const { left, top } = canvas.getBoundingClientRect();
      cursor = { x: clientX - left, y: clientY - top };
      if (particles.length === 0) particles = newParticles(cursor);
      stir();
    };
    addEventListener('pointermove', follow, { passive: true, signal });
  }

  return () => {
    over.abort();
    sizes.disconnect();
    sight.disconnect();
    rest();
    pen.clearRect(0, 0, size.width, size.height);
  };
}
