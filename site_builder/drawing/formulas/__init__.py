"""Formulas, from LaTeX to MathML."""
