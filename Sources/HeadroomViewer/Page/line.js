// A line of jobs of which a few run at a time. The last to come is the first to run: it is what the person looks at.

export class Line {
  constructor(width) {
    this.width = width;
    this.running = 0;
    this.waiting = [];
  }

  /** Puts a job (a function that answers with a promise) in line; the answer takes it out again. `first`: before all. */
  enter(job, first = false) {
    if (first) this.waiting.push(job);
    else this.waiting.unshift(job);
    this.next();
    return () => { this.waiting = this.waiting.filter(other => other !== job); };
  }

  next() {
    while (this.running < this.width && this.waiting.length) {
      const job = this.waiting.pop();
      this.running += 1;
      Promise.resolve().then(job).catch(() => {}).finally(() => { this.running -= 1; this.next(); });
    }
  }
}
