/// Writes kernels that nobody would: every kind of statement, nested at random, on a handful of variables.
public struct RandomKernel {
  private var generator: SeededGenerator
  private var loops = 0

  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  public mutating func text() -> String {
    """
    constant float weights[5] = {0.1, -2, 3.5, 0, 8};
    struct Pair { float a; int b; float sum() const { return a + b; } void add(float d) { a += d; b -= 1; } };
    void mixUp(thread float &p, thread float &q, float r) { float t = p; p = q * r; if (r > 1) return; q = t; }
    float early(float a, int n) { for (int i = 0; i < 4; i++) { if (i == n) return a * i; a += 1; } return -a; }
    float total(thread float *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i]; p[n] = s; return s; }
    extern "C" float4 k(coreimage::sampler image, coreimage::sample_t s, float f0, int n, float3 c, coreimage::destination dest) {
      float f1 = f0, f2 = dest.coord().x, f3 = s.r;
      int i0 = n, i1 = int(dest.coord().y), i2 = 2;
      float4 v = s; float3 w = c; float m[4] = {f0, f1, f2, f3}; Pair pair = {f0, n};
      \(block(3))
      return float4(f1 + pair.a, f2 + m[i0], f3 + v.x + w.y, v.w + i0 + i1 * i2);
    }
    """
  }

  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  // MARK: Expressions

  private mutating func float(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick([
        "f0", "f1", "f2", "f3", "s.g", "v.x", "v.w", "w.z", "m[1]", "pair.a", "1.5", "0.25", "-2.0", "3.0", "c.y",
      ])
    }
    switch number(0...15) {
    case 0...4: return "(\(float(depth - 1)) \(pick(["+", "-", "*", "/"])) \(float(depth - 1)))"
    case 5: return "float(\(whole(depth - 1)))"
    case 6: return "(\(truth(depth - 1)) ? \(float(depth - 1)) : \(float(depth - 1)))"
    case 7: return "\(pick(["floor", "fract", "abs", "sqrt", "saturate", "sign"]))(\(float(depth - 1)))"
    case 8: return "\(pick(["min", "max", "fmod", "step"]))(\(float(depth - 1)), \(float(depth - 1)))"
    case 9: return "m[\(whole(depth - 1))]"
    case 10: return "weights[\(whole(depth - 1))]"
    case 11: return "v[\(whole(depth - 1))]"
    case 12: return "image.sample(float2(\(float(depth - 1)), \(float(depth - 1)))).\(pick(["r", "g", "b", "a"]))"
    case 13: return "early(\(float(depth - 1)), \(whole(depth - 1)))"
    case 14: return "dot(\(vector(depth - 1)), v)"
    default: return pick(["pair.sum()", "total(m, 3)", "(f1 += 0.5)", "(f2 = f3)", "float(i1++)"])
    }
  }

  private mutating func vector(_ depth: Int) -> String {
    pick(["v", "s", "v.wzyx", "float4(w, f1)", "float4(f2)", "v.xxyy * \(float(depth - 1))", "s + v"])
  }

  private mutating func whole(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["i0", "i1", "i2", "n", "pair.b", "0", "1", "2", "-3", "100"]) }
    switch number(0...8) {
    case 0...3:
      return "(\(whole(depth - 1)) \(pick(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])) \(whole(depth - 1)))"
    case 4: return "int(\(float(depth - 1)))"
    case 5: return "(\(truth(depth - 1)) ? \(whole(depth - 1)) : \(whole(depth - 1)))"
    case 6: return "\(pick(["min", "max"]))(\(whole(depth - 1)), \(whole(depth - 1)))"
    case 7: return "abs(\(whole(depth - 1)))"
    default: return pick(["i0++", "--i1", "(i2 ^= 3)"])
    }
  }

  private mutating func truth(_ depth: Int) -> String {
    switch number(0...5) {
    case 0, 1: return "\(float(max(depth - 1, 0))) \(pick(["<", ">", "<=", "==", "!="])) \(float(max(depth - 1, 0)))"
    case 2, 3: return "\(whole(max(depth - 1, 0))) \(pick(["<", ">", ">=", "=="])) \(whole(max(depth - 1, 0)))"
    case 4: return depth > 0 ? "(\(truth(depth - 1)) \(pick(["&&", "||"])) \(truth(depth - 1)))" : "true"
    default: return depth > 0 ? "!(\(truth(depth - 1)))" : "false"
    }
  }

  // MARK: Statements

  private mutating func block(_ depth: Int) -> String {
    (0..<number(1...5)).map { _ in statement(depth) }.joined(separator: "\n")
  }

  private mutating func statement(_ depth: Int) -> String {
    switch number(0...(depth > 0 ? 17 : 9)) {
    case 0...2: return "\(pick(["f1", "f2", "f3"])) \(pick(["=", "+=", "-=", "*="])) \(float(2));"
    case 3: return "\(pick(["i0", "i1", "i2"])) \(pick(["=", "+=", "&=", "%="])) \(whole(2));"
    case 4: return "\(pick(["v.x", "v.yz", "v", "w.zx", "w.y"])) \(pick(["=", "*=", "+="])) \(float(2));"
    case 5: return "m[\(whole(1))] = \(float(2));"
    case 6: return "v[\(whole(1))] += \(float(1));"
    case 7:
      return pick([
        "mixUp(f1, f2, f3);", "mixUp(f3, m[i0], 0.5);", "pair.add(f1);", "mixUp(v.x, v.x, 2);", "pair = Pair{f2, i1};",
      ])
    case 8: return "{ float f1 = \(float(1)); f2 -= f1; }"
    case 9: return "{ thread float &r = \(pick(["f3", "v.z", "m[2]", "pair.a"])); r = r * 0.5 + \(float(1)); }"
    case 10, 11:
      return "if (\(truth(2))) {\n\(block(depth - 1))\n}"
        + (number(0...1) == 0 ? "" : " else {\n\(block(depth - 1))\n}")
    case 12, 13: return loop(depth)
    case 14: return selection(depth)
    case 15: return loops > 0 ? pick(["if (\(truth(1))) break;", "if (\(truth(1))) continue;"]) : "f1 = -f1;"
    case 16: return "if (\(truth(2))) return float4(\(float(1)), f1, f2, \(float(0)));"
    default: return "f3 = \(float(3));"
    }
  }

  private mutating func loop(_ depth: Int) -> String {
    loops += 1
    defer { loops -= 1 }
    let body = block(depth - 1)
    let name = "j\(depth)"
    switch number(0...3) {
    case 0: return "for (int \(name) = 0; \(name) < \(number(1...4)); \(name)++) {\n\(body)\n}"
    case 1: return "for (float \(name) = f0; \(name) < f0 + 3; \(name) += 1.0) {\n\(body)\nf2 += \(name);\n}"
    case 2: return "{ int \(name) = 0; while (\(truth(1)) && \(name) < 4) {\n\(name)++;\n\(body)\n} }"
    default: return "{ int \(name) = 0; do {\n\(body)\n} while (++\(name) < 3 && \(truth(1))); }"
    }
  }

  private mutating func selection(_ depth: Int) -> String {
    let ends = (0..<3).map { _ in number(0...2) == 0 ? "" : "break;" }
    let outer = loops
    loops = 0
    defer { loops = outer }
    return
      "switch (\(whole(1))) {\ncase 0: \(block(depth - 1)) \(ends[0])\ncase 1: case 2: \(block(depth - 1)) \(ends[1])\ndefault: \(block(depth - 1)) \(ends[2])\ncase -3: f1 += 1;\n}"
  }
}
