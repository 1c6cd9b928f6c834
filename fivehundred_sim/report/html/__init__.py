"""Answers as pages for a browser: one self-contained file each, to show, to print and to read on a phone.

A module a command turns an answer into plain page data (`page`), with the words and figures of the terminal;
the templates make HTML of them. Nothing is fetched: style, script and charts stand in the file.
"""
